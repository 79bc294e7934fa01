// The SQL of questions and answers. While an answer is being written, only the worker with the current claim changes it.
import type { CHAT_NOTES, CHAT_SOURCES } from '@kaiwa/contract/chat-words.ts'
import type { ChatModel } from '@kaiwa/contract/chat-models.ts'
import type { ChatError } from '@kaiwa/contract/chat-messages.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { jsonb } from '../../platform/database/jsonb.ts'

export type AnswerStatus = 'writing' | 'done' | 'failed' | 'canceled'
export type AnswerSource = (typeof CHAT_SOURCES)[number]
export type AnswerNote = (typeof CHAT_NOTES)[number]

/** A quote that was found in a block when the answer was written. */
export interface StoredQuote {
  file_id: number
  block_uuid: string
  quote: string
  /** Seconds in the recording. */
  time: number
}

export interface StoredStatement {
  /** UTF-16 offsets in the content. */
  start: number
  end: number
  quotes: StoredQuote[]
  has_invalid_quote: boolean
}

export interface MessageRow {
  id: number
  chat_id: number
  user_id: number | null
  question_id: number | null
  content: string
  template_id: number | null
  status: AnswerStatus
  error: ChatError | null
  source: AnswerSource | null
  note: AnswerNote | null
  model: ChatModel | null
  host: string | null
  locale: Locale | null
  generation: number
  claim: number
  statements: StoredStatement[]
  read_files: number[]
  reaction: 'like' | 'dislike' | null
  reported_at: Date | null
  created_at: Date
}

/** Messages of a chat in order: from this id on, or only this one. */
export function findMessages(
  db: Db | Trx,
  chatId: number,
  { fromId, id }: { fromId?: number | undefined; id?: number } = {},
): Promise<MessageRow[]> {
  return db
    .selectFrom('chat_messages')
    .selectAll()
    .where('chat_id', '=', chatId)
    .$if(fromId !== undefined, (query) => query.where('id', '>=', fromId as number))
    .$if(id !== undefined, (query) => query.where('id', '=', id as number))
    .orderBy('id')
    .$castTo<MessageRow>()
    .execute()
}

/** The last `count` messages of a chat up to this one, in order. */
export async function findMessagesUpTo(
  db: Db | Trx,
  chatId: number,
  { id, count }: { id: number; count: number },
): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('chat_messages')
    .selectAll()
    .where('chat_id', '=', chatId)
    .where('id', '<=', id)
    .orderBy('id', 'desc')
    .limit(count)
    .$castTo<MessageRow>()
    .execute()
  return rows.toReversed()
}

/** How an answer will be written. */
export interface AnswerPlan {
  source: AnswerSource
  note: AnswerNote | null
  model: ChatModel | null
  host: string | null
  locale: Locale
}

/**
 * Adds a question and the answer that is to be written, and sets the time of the last question of the chat to now, in one
 * statement. Undefined if the chat has no room for two more messages.
 */
export async function insertQuestionAndAnswer(
  trx: Trx,
  question: { chat_id: number; user_id: number; content: string; template_id: number | null },
  { source, note, model, host, locale }: AnswerPlan,
): Promise<{ question: MessageRow; answer: MessageRow } | undefined> {
  const { chat_id, user_id, content, template_id } = question
  const { rows } = await sql<MessageRow>`
    with asked as (
      insert into chat_messages (chat_id, user_id, content, template_id)
      select ${chat_id}::integer, ${user_id}::integer, ${content}, ${template_id}::integer
      where (select count(*) from chat_messages where chat_id = ${chat_id}) + 2 <= ${LIMITS.messagesPerChat}
      returning *
    ), answering as (
      insert into chat_messages (chat_id, question_id, template_id, status, source, note, model, host, locale)
      select chat_id, id, template_id, 'writing', ${source}, ${note}, ${model}, ${host}, ${locale} from asked
      returning *
    ), touched as (
      update chats set updated_at = now() from asked where chats.id = asked.chat_id
    )
    select * from asked union all select * from answering order by id
  `.execute(trx)
  const [asked, answer] = rows
  return asked && answer ? { question: asked, answer } : undefined
}

/** Empties an answer to be written again, and voids the claims of earlier workers. */
export function restartAnswer(trx: Trx, id: number, plan: AnswerPlan): Promise<MessageRow> {
  return trx
    .updateTable('chat_messages')
    .set({
      ...plan,
      status: 'writing',
      content: '',
      error: null,
      statements: jsonb([]),
      read_files: [],
      reaction: null,
      reported_at: null,
      generation: sql`generation + 1`,
      claim: sql`claim + 1`,
    })
    .where('id', '=', id)
    .returningAll()
    .$castTo<MessageRow>()
    .executeTakeFirstOrThrow()
}

/** Identifies one attempt of a worker at an answer. */
export interface AnswerClaim {
  id: number
  claim: number
}

/** An answer with the owner of its chat, and what the chat covers. */
export type OwnedAnswer = MessageRow & { owner_id: number; project_id: number; covers_folder: boolean }

/** This generation of an answer, if it is being written. */
export async function findWritingAnswer(
  db: Db | Trx,
  { id, generation }: { id: number; generation: number },
): Promise<OwnedAnswer | undefined> {
  return db
    .selectFrom('chat_messages as message')
    .innerJoin('chats', 'chats.id', 'message.chat_id')
    .selectAll('message')
    .select(['chats.owner_id', 'chats.project_id', 'chats.covers_folder'])
    .where('message.id', '=', id)
    .where('message.generation', '=', generation)
    .where('message.status', '=', 'writing')
    .$castTo<OwnedAnswer>()
    .executeTakeFirst()
}

/**
 * Condition by which the transaction of a statement does not wait for the disk. For what is stored while an answer is being
 * written: after a crash of the database, an answer that has not ended is written again from its beginning.
 */
const doesNotWait = sql<SqlBool>`set_config('synchronous_commit', 'off', true) = 'off'`

/**
 * Begins to write this generation of an answer: empties it, and voids the claims of earlier workers. Undefined if it is
 * not being written any more. `waits`: for the disk; not if a worker writes it. The claim is a random number, so that the
 * next worker has another one also if a crash of the database has lost this one.
 */
export async function claimAnswer(
  db: Db | Trx,
  { id, generation, waits }: { id: number; generation: number; waits: boolean },
): Promise<AnswerClaim | undefined> {
  return db
    .updateTable('chat_messages')
    .set({ claim: sql`floor(random() * 2147483647)`, content: '', read_files: [] })
    .where('id', '=', id)
    .where('generation', '=', generation)
    .where('status', '=', 'writing')
    .$if(!waits, (query) => query.where(doesNotWait))
    .returning(['id', 'claim'])
    .executeTakeFirst()
}

/** A statement that stores the text so far. It returns no row if another worker has claimed the answer, or it ended. */
export function contentUpdate({ id, claim }: AnswerClaim, content: string): RawBuilder<unknown> {
  return sql`update chat_messages set content = ${content}
    where id = ${id} and claim = ${claim} and status = 'writing' and ${doesNotWait} returning id`
}

/** Whether this worker still writes the answer, and the workspace of its chat agrees to the host. */
export async function isWanted(db: Db, { id, claim }: AnswerClaim, host: string): Promise<boolean> {
  const row = await db
    .selectFrom('chat_messages as message')
    .innerJoin('chats', 'chats.id', 'message.chat_id')
    .innerJoin('provider_consents as consent', 'consent.workspace_id', 'chats.workspace_id')
    .select('message.id')
    .where('message.id', '=', id)
    .where('message.claim', '=', claim)
    .where('message.status', '=', 'writing')
    .where('consent.host', '=', host)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores from which files text is used, before any of the text. `waits`: for the disk; not while a worker writes. */
export async function updateReadFiles(
  db: Db | Trx,
  { id, claim }: AnswerClaim,
  { fileIds, waits }: { fileIds: readonly number[]; waits: boolean },
): Promise<void> {
  await db
    .updateTable('chat_messages')
    .$if(!waits, (query) => query.where(doesNotWait))
    .set({ read_files: [...fileIds] })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .where('status', '=', 'writing')
    .execute()
}

export type AnswerEnd =
  | { status: 'done'; content: string; statements: readonly StoredStatement[]; isCutOff?: boolean }
  /** Keeps the text so far. */
  | { status: 'canceled' }
  /** Removes the text so far. */
  | { status: 'failed'; error: ChatError }

/** Ends an answer that is being written; a given generation or claim must be the current one. Returns the ended row. */
export async function endAnswer(
  trx: Trx,
  { id, generation, claim }: { id: number; generation?: number; claim?: number },
  end: AnswerEnd,
): Promise<MessageRow | undefined> {
  const changed =
    end.status === 'done'
      ? {
          content: end.content,
          statements: jsonb(end.statements),
          ...(end.isCutOff ? { note: 'cut-off' as const } : {}),
        }
      : end.status === 'failed'
        ? { content: '', error: end.error, statements: jsonb([]) }
        : {}
  return trx
    .updateTable('chat_messages')
    .set({ status: end.status, ...changed })
    .where('id', '=', id)
    .where('status', '=', 'writing')
    .$if(generation !== undefined, (query) => query.where('generation', '=', generation as number))
    .$if(claim !== undefined, (query) => query.where('claim', '=', claim as number))
    .returningAll()
    .$castTo<MessageRow>()
    .executeTakeFirst()
}

/** Answers that are being written: of a chat, or of a workspace by a host. */
export async function findWriting(
  db: Db | Trx,
  of: { chatId: number } | { workspaceId: number; host: string },
): Promise<Pick<MessageRow, 'id' | 'generation'>[]> {
  return db
    .selectFrom('chat_messages as message')
    .innerJoin('chats', 'chats.id', 'message.chat_id')
    .select(['message.id', 'message.generation'])
    .where('message.status', '=', 'writing')
    .$if('chatId' in of, (query) => query.where('message.chat_id', '=', (of as { chatId: number }).chatId))
    .$if('host' in of, (query) => {
      const { workspaceId, host } = of as { workspaceId: number; host: string }
      return query.where('chats.workspace_id', '=', workspaceId).where('message.host', '=', host)
    })
    .orderBy('message.id')
    .execute()
}

export async function updateReaction(trx: Trx, id: number, reaction: 'like' | 'dislike' | null): Promise<void> {
  await trx.updateTable('chat_messages').set({ reaction }).where('id', '=', id).execute()
}

export async function updateReported(trx: Trx, id: number): Promise<void> {
  await trx
    .updateTable('chat_messages')
    .set({ reported_at: sql`coalesce(reported_at, now())` })
    .where('id', '=', id)
    .execute()
}
