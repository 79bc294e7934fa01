import type { Trx } from '../database/database.ts'

export interface Message {
  /** Exactly one address. */
  to: string
  subject: string
  text: string
  html?: string
  /** A PDF of the storage, attached under this name. It must not change until the mail is sent. */
  attachment?: { key: string; name: string }
}

export interface Mail {
  /** Queues a mail in the caller's transaction; it is sent after the commit, with retries. */
  send: (trx: Trx, message: Message) => Promise<void>
}
