import type { Trx } from '../database/database.ts'

export interface Message {
  /** Exactly one address. */
  to: string
  subject: string
  text: string
  html?: string
}

export interface Mail {
  /** Queues a mail in the caller's transaction; it is sent after the commit, with retries. */
  send: (trx: Trx, message: Message) => Promise<void>
}
