import type { SendMailOptions } from 'nodemailer'
import type { Message } from './mail.ts'

/** One plain address: no list, no display name, no characters that could end a header line. */
const address = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/

/** Characters that a header line must not contain. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f\u2028\u2029]+/g

/** The mail in nodemailer's format. Throws if `to` is not exactly one address; removes line breaks from the subject. */
export function compose({ to, subject, text, html }: Message, from: string, id: string): SendMailOptions {
  if (!address.test(to)) throw new TypeError('A mail goes to exactly one address')
  const [, domain = 'localhost'] = /@([\w.-]+)>?$/.exec(from) ?? []
  return {
    from,
    to: { name: '', address: to },
    subject: subject.replaceAll(control, ' ').trim(),
    text,
    ...(html === undefined ? {} : { html }),
    // Same id on every attempt, so that mail programs show a duplicate only once.
    messageId: `<${id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
