// The outbox of a local installation, shown in the browser instead of a mail program.
import { id as idField, type Locale } from '@kaiwa/contract/fields.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { App } from '../app.ts'
import { escapeHtml } from '../escape-html.ts'
import { preferredLocale } from '../http/accepted-locale.ts'
import { isFromHere } from '../http/loopback.ts'
import { Refusal } from '../refusal.ts'
import { findLatestMails, findMail } from '../store/mails.ts'

interface PageTexts {
  title: string
  about: string
  empty: string
  at: string
  to: string
  all: string
  designed: string
  plain: string
}

const ja: PageTexts = {
  title: '届いたメール',
  about: 'この環境では、メールは送信されず、ここに保存されます。',
  empty: 'メールはまだありません。',
  at: '日時',
  to: '宛先',
  all: 'メールの一覧に戻る',
  designed: 'メールの本文',
  plain: 'テキスト形式の本文',
}

const en: PageTexts = {
  title: 'Emails',
  about: 'This installation sends no emails. They are kept here.',
  empty: 'There are no emails yet.',
  at: 'Date',
  to: 'To',
  all: 'Back to all emails',
  designed: 'Text of the email',
  plain: 'Plain text',
}

const TEXTS: Readonly<Record<Locale, PageTexts>> = { ja, en }

function linked(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}

function page(locale: Locale, title: string, body: string): string {
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark }
  body { font: 16px/1.7 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  h1 { font-size: 1.5rem; line-height: 1.4 }
  ul { list-style: none; padding: 0 } li { border-top: 1px solid #8886 } li:last-child { border-bottom: 1px solid #8886 }
  li a { display: block; padding: .6rem 0; font-weight: 600 } li p { margin: 0 0 .6rem }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 1rem 0 } dd { margin: 0 }
  p, dt, summary { color: light-dark(#555, #bbb) } a { color: light-dark(#0b57a4, #8ab8f0) }
  pre { white-space: pre-wrap; font: inherit; border: 1px solid #8886; padding: 1rem; border-radius: 6px }
  iframe { width: 100%; height: 34rem; border: 1px solid #8886; border-radius: 6px; background: #fff }
</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
}

/** In the time zone of this machine, which is that of its only reader. */
function shownTime(locale: Locale, at: Date): string {
  return at.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
}

/** The language of the link that opened the page, or that of the browser. */
function localeOf({ query, headers }: FastifyRequest): Locale {
  const { locale } = z.object({ locale: z.enum(['ja', 'en']).optional().catch(undefined) }).parse(query)
  return locale ?? preferredLocale(headers['accept-language'])
}

/** PostgreSQL rejects NUL and lone surrogates in a comparison. */
const storable = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'))

/**
 * Serves `/dev/mail`, `/dev/mail/{id}` and `/dev/mail.json` (newest first; `?to=` filters by address). Only in local
 * mode and only from this machine, because its mails contain sign-in links.
 */
export async function devMail(whole: FastifyInstance, app: App): Promise<void> {
  if (app.config.mode === 'local') await whole.register(async (http) => outboxPages(http, app))
}

function outboxPages(http: FastifyInstance, app: App): void {
  http.addHook('onRequest', async (request) => {
    if (!isFromHere(request)) throw new Refusal('E_NOT_FOUND')
  })
  const find = async (params: unknown) => {
    const id = z.object({ id: idField }).safeParse(params).data?.id
    const mail = id === undefined ? undefined : await findMail(app.db, id)
    if (!mail) throw new Refusal('E_NOT_FOUND')
    return mail
  }

  http.get('/dev/mail', async (request, reply) => {
    const mails = await findLatestMails(app.db)
    const locale = localeOf(request)
    const texts = TEXTS[locale]
    const rows = mails.map(
      ({ id, to_address: to, subject, created_at: at }) =>
        `<li><a href="/dev/mail/${id}?locale=${locale}">${escapeHtml(subject)}</a>
         <p>${escapeHtml(to)} · ${shownTime(locale, at)}</p></li>`,
    )
    const list = rows.length > 0 ? `<ul>${rows.join('')}</ul>` : `<p>${texts.empty}</p>`
    return reply.type('text/html').send(page(locale, texts.title, `<p>${texts.about}</p>${list}`))
  })

  // A link of a mail opens in the whole window, as from a mail program.
  http.get('/dev/mail/:id', async (request, reply) => {
    const { id, to_address: to, subject, text_body: text, html_body: html, created_at: at } = await find(request.params)
    const locale = localeOf(request)
    const texts = TEXTS[locale]
    const plain = `<pre>${linked(text)}</pre>`
    const body =
      html === null
        ? plain
        : `<iframe title="${texts.designed}" sandbox="allow-top-navigation-by-user-activation" src="/dev/mail/${id}/html"></iframe>
           <details><summary>${texts.plain}</summary>${plain}</details>`
    const facts = `<dl><dt>${texts.to}</dt><dd>${escapeHtml(to)}</dd><dt>${texts.at}</dt><dd>${shownTime(locale, at)}</dd></dl>`
    const back = `<p><a href="/dev/mail?locale=${locale}">${texts.all}</a></p>`
    return reply.type('text/html').send(page(locale, subject, `${back}${facts}${body}`))
  })

  http.get('/dev/mail/:id/html', async (request, reply) => {
    const { html_body: html } = await find(request.params)
    if (html === null) throw new Refusal('E_NOT_FOUND')
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
      )
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html')
      .send(html.replace('<head>', '<head><base target="_top">'))
  })

  const listMails = async (to: string | undefined) => {
    const mails = await findLatestMails(app.db, to)
    return mails.map((mail) => ({
      id: mail.id,
      to: mail.to_address,
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
      created_at: mail.created_at,
    }))
  }
  http.get('/dev/mail.json', (request) => listMails(z.object({ to: storable }).safeParse(request.query).data?.to))
}
