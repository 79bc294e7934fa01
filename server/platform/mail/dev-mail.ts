// The outbox of a local installation, shown in the browser instead of a mail program.
import { id as idField } from '@kaiwa/contract/fields.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { App } from '../app.ts'
import { isFromHere } from '../http/loopback.ts'
import { Refusal } from '../refusal.ts'
import { findLatestMails, findMail } from '../store/mails.ts'

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`)
}

function linked(text: string): string {
  return escape(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title>
<style>
  body { font: 15px/1.6 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
  table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #ddd }
  h1, td, p, pre { overflow-wrap: anywhere }
  pre { white-space: pre-wrap; font: inherit; background: #f6f6f4; padding: 1rem; border-radius: 6px }
  iframe { width: 100%; height: 32rem; border: 1px solid #ddd }
</style>
<h1>${escape(title)}</h1>${body}</html>`
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

  http.get('/dev/mail', async (_request, reply) => {
    const mails = await findLatestMails(app.db)
    const rows = mails.map(
      ({ id, to_address: to, subject, created_at: at }) =>
        `<tr><td>${escape(at.toISOString().slice(0, 19).replace('T', ' '))}</td><td>${escape(to)}</td>
         <td><a href="/dev/mail/${id}">${escape(subject)}</a></td></tr>`,
    )
    const table = `<table><tr><th>UTC</th><th>To</th><th>Subject</th></tr>${rows.join('')}</table>`
    return reply
      .type('text/html')
      .send(page('Emails', mails.length > 0 ? table : '<p>No emails have been sent yet.</p>'))
  })

  http.get('/dev/mail/:id', async (request, reply) => {
    const mail = await find(request.params)
    const html = mail.html_body === null ? '' : `<iframe sandbox src="/dev/mail/${mail.id}/html"></iframe>`
    const body = `<p><a href="/dev/mail">All emails</a></p><p>To: ${escape(mail.to_address)}</p>
      <pre>${linked(mail.text_body)}</pre>${html}`
    return reply.type('text/html').send(page(mail.subject, body))
  })

  http.get('/dev/mail/:id/html', async (request, reply) => {
    const { html_body: html } = await find(request.params)
    if (html === null) throw new Refusal('E_NOT_FOUND')
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox",
      )
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html')
      .send(html)
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
