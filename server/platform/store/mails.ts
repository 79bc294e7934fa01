// Mails that wait to be sent (`waiting_mails`), and the outbox of a local installation (`mails`).
import { sql } from 'kysely'
import type { Db, Trx } from '../database/database.ts'
import type { Message } from '../mail/mail.ts'

/** Mails that the outbox shows. */
const SHOWN = 200

/** Returns the number by which the job finds the mail. */
export async function insertWaitingMail(trx: Trx, { to, subject, text, html, attachment }: Message): Promise<number> {
  const { id } = await trx
    .insertInto('waiting_mails')
    .values({
      to_address: to,
      subject,
      text_body: text,
      html_body: html ?? null,
      attachment_key: attachment?.key ?? null,
      attachment_name: attachment?.name ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Null if the mail was sent or given up. */
export async function findWaitingMail(db: Db, id: number): Promise<Message | null> {
  const row = await db.selectFrom('waiting_mails').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const { attachment_key: key, attachment_name: name } = row
  return {
    to: row.to_address,
    subject: row.subject,
    text: row.text_body,
    ...(row.html_body === null ? {} : { html: row.html_body }),
    ...(key === null || name === null ? {} : { attachment: { key, name } }),
  }
}

/** True for a mail with an attachment that was queued in the last three days. */
export async function isDocumentWaiting(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('waiting_mails')
    .select('id')
    .where('id', '=', id)
    .where('attachment_key', 'is not', null)
    .where('created_at', '>', sql<Date>`now() - interval '3 days'`)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteWaitingMail(db: Db, id: number): Promise<void> {
  await db.deleteFrom('waiting_mails').where('id', '=', id).execute()
}

/** Stores a mail in the outbox, once per job. `raw` is the composed mail. */
export async function insertMail(db: Db, jobId: string, message: Message, raw: Buffer): Promise<void> {
  await db
    .insertInto('mails')
    .values({
      job_id: jobId,
      to_address: message.to,
      subject: message.subject,
      text_body: message.text,
      html_body: message.html ?? null,
      raw,
    })
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .execute()
}

function outbox(db: Db) {
  return db.selectFrom('mails').select(['id', 'to_address', 'subject', 'text_body', 'html_body', 'created_at'])
}

export function findMail(db: Db, id: number) {
  return outbox(db).where('id', '=', id).executeTakeFirst()
}

/** The latest mails of the outbox, newest first, or only those to this address. */
export function findLatestMails(db: Db, to?: string) {
  return outbox(db)
    .$if(to !== undefined, (query) => query.where('to_address', '=', to ?? ''))
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
}

/** Deletes mails of the outbox that are months old and not among the latest. */
export async function pruneMails(db: Db): Promise<void> {
  await sql`
    delete from mails where created_at < now() - interval '90 days'
      and id < (select min(id) from (select id from mails order by id desc limit ${sql.lit(SHOWN)}) latest)`.execute(db)
}
