import type { Trx } from '../database/database.ts'

export type Message = {
  /** One address. */
  to: string
  subject: string
  text: string
  html?: string
}

export type Mail = {
  /** Queues a mail in the caller's transaction; it is sent, with retries, after the commit. */
  send: (trx: Trx, message: Message) => Promise<void>
}
