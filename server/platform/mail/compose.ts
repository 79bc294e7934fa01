import type { SendMailOptions } from 'nodemailer'
import type { Message } from './mail.ts'

/** One plain address: no list, no display name, nothing that could end a header line. */
const address = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/

/** What a line of a header may not hold. */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f\u2028\u2029]+/g

/** The mail as nodemailer takes it. Throws when `to` is not one address; a subject is brought onto one line. */
export const compose = ({ to, subject, text, html }: Message, from: string, id: string): SendMailOptions => {
  if (!address.test(to)) throw new TypeError('A mail goes to exactly one address')
  const [, domain = 'localhost'] = /@([\w.-]+)>?$/.exec(from) ?? []
  return {
    from,
    to: { name: '', address: to },
    subject: subject.replaceAll(control, ' ').trim(),
    text,
    ...(html === undefined ? {} : { html }),
    // The same id on every attempt: a mail that goes out twice shows as one.
    messageId: `<${id}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
