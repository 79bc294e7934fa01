// A waiting mail is a table row, and the job contains only its number: mails contain sign-in links, and the queue keeps
// the data of its jobs for a day.
import { buffer } from 'node:stream/consumers'
import type { SendMailOptions } from 'nodemailer'
import type { App } from '../app.ts'
import { isLoopback } from '../http/loopback.ts'
import { job } from '../jobs/job.ts'
import { deleteWaitingMail, findWaitingMail, isDocumentWaiting, insertMail, insertWaitingMail } from '../store/mails.ts'
import type { Mail, Message } from './mail.ts'

/** One plain address: no list, no display name, no characters that could end a header line. */
const address = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/

/** Characters that a header line must not contain. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f\u2028\u2029]+/g

/** A message with the bytes of its attachment. */
type ReadyMessage = Message & { content?: Buffer }

/** The mail in nodemailer's format. Throws if `to` is not exactly one address; removes line breaks from the subject. */
function compose(
  { to, subject, text, html, attachment, content }: ReadyMessage,
  from: string,
  id: string,
): SendMailOptions {
  if (!address.test(to)) throw new TypeError('A mail goes to exactly one address')
  const [, domain = 'localhost'] = /@([\w.-]+)>?$/.exec(from) ?? []
  return {
    from,
    to: { name: '', address: to },
    subject: subject.replaceAll(control, ' ').trim(),
    text,
    ...(html === undefined ? {} : { html }),
    ...(attachment && content
      ? { attachments: [{ filename: attachment.name, content, contentType: 'application/pdf' }] }
      : {}),
    // Same id on every attempt, so that mail programs show a duplicate only once.
    messageId: `<${id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

async function composeRaw(app: App, message: ReadyMessage, id: string): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true })
  const { message: raw } = await transport.sendMail(compose(message, app.config.mailFrom, id))
  if (!Buffer.isBuffer(raw)) throw new TypeError('The mail was not composed in memory')
  return raw
}

async function withContent(app: App, message: Message): Promise<ReadyMessage> {
  if (!message.attachment) return message
  return { ...message, content: await buffer(await app.storage.get(message.attachment.key)) }
}

/** Stores the mail for /dev/mail. */
async function keepMail(app: App, message: ReadyMessage, id: string): Promise<void> {
  await insertMail(app.db, id, message, await composeRaw(app, message, id))
}

/**
 * Mails contain sign-in links, so TLS is required, except on this machine or if the address contains
 * `requireTLS=false`.
 */
export function requiresTls(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  return !isLoopback(hostname.replaceAll(/[[\]]/g, '')) && searchParams.get('requireTLS') !== 'false'
}

async function sendBySmtp(smtp: { url: string; from: string }, message: ReadyMessage, id: string): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: 15_000, socketTimeout: 60_000 }
  const transport = createTransport({ url: smtp.url, requireTLS: requiresTls(smtp.url), ...timeouts })
  try {
    await transport.sendMail(compose(message, smtp.from, id))
  } finally {
    transport.close()
  }
}

interface Work {
  mail_id: number
}

/** Seconds until a mail with a document is tried again after all retries failed. */
const HOUR = 3600

/** Sends one mail by SMTP, or stores it in the local outbox if no SMTP server is configured. */
export const sendMail = job<Work>({
  name: 'mail.send',
  concurrency: 2,
  retries: 12,
  retryDelay: 5,
  timeout: 120,
  run: async ({ mail_id: mailId }, { app, id }) => {
    const waiting = await findWaitingMail(app.db, mailId)
    if (!waiting) return
    const message = await withContent(app, waiting)
    const { smtp } = app.config
    await (smtp ? sendBySmtp(smtp, message, id) : keepMail(app, message, id))
    await deleteWaitingMail(app.db, mailId)
  },
  giveUp: async ({ mail_id: mailId }, { app }) => {
    // A mail with a document is tried for three days; links in others expire much sooner.
    if (!(await isDocumentWaiting(app.db, mailId))) return deleteWaitingMail(app.db, mailId)
    await app.db.transaction().execute((trx) => app.jobs.send(trx, sendMail, { mail_id: mailId }, { startAfter: HOUR }))
  },
})

export function openMail(app: () => App): Mail {
  return {
    send: async (trx, message) => {
      // Validate the address now: a bad one is a bug of the caller and fails the caller's transaction, not a job hours
      // later.
      compose(message, app().config.mailFrom, 'check')
      await app().jobs.send(trx, sendMail, { mail_id: await insertWaitingMail(trx, message) })
    },
  }
}
