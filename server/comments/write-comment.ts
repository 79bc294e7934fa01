// Shared by the operations that create, answer and edit comments: checks of the text and its mentions, limits, and
// events.
import { COMMENT_LIMIT_REASONS } from '@kaiwa/contract/errors.ts'
import { fileChannel } from '@kaiwa/contract/channels.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { cleanText, isClean } from '@kaiwa/transcript/clean-text.ts'
import { fullName } from '../accounts/person.ts'
import type { Trx } from '../platform/database/database.ts'
import { publish } from '../platform/store/outbox.ts'
import { invalid, Refusal } from '../platform/refusal.ts'
import { findReaders } from './readers.ts'
import { type CommentedFile, countComments, replaceMentions } from './store/threads.ts'

export interface Written {
  body: string
  mentions: readonly number[]
}

export interface CheckedText {
  body: string
  mentions: { user_id: number; name: string }[]
}

/**
 * Refuses control characters, people who do not see the file, and people whose name does not follow `@` in the text.
 * People who lost access since a comment was written stay in `known`, so that its author can still correct it.
 */
export async function checkText(
  trx: Trx,
  file: CommentedFile,
  { body, mentions }: Written,
  known: CheckedText['mentions'] = [],
): Promise<CheckedText> {
  if (!isClean(body)) throw invalid({ body: ['format'] })
  const text = cleanText(body)
  if (mentions.length === 0) return { body: text, mentions: [] }
  const names = new Map(known.map(({ user_id, name }) => [user_id, [name]]))
  for (const row of await findReaders(trx, file.item_id))
    names.set(row.id, [fullName(row), ...(names.get(row.id) ?? [])])
  const checked = [...new Set(mentions)].map((user_id) => {
    const name = names.get(user_id)?.find((one) => text.includes(`@${one}`))
    if (name === undefined) throw invalid({ mentions: ['incorrect'] })
    return { user_id, name }
  })
  return { body: text, mentions: checked }
}

/** Refuses a comment beyond the limits of its thread (null: a new one) or of the file. */
export async function assertRoom(trx: Trx, file: CommentedFile, threadId: number | null): Promise<void> {
  const { threads, comments, commentsOfThread } = await countComments(trx, file.id, threadId)
  const refuse = (reason: string) => new Refusal('E_UNPROCESSABLE_ENTITY', { reason, errors: { [reason]: ['max'] } })
  if (threadId === null && threads >= LIMITS.commentThreadsPerFile) throw refuse(COMMENT_LIMIT_REASONS.threads)
  if (comments >= LIMITS.commentsPerFile || commentsOfThread >= LIMITS.commentsPerThread)
    throw refuse(COMMENT_LIMIT_REASONS.comments)
}

/** Publishes that these threads were written, changed or deleted, or that their passages moved. */
export function publishComments(trx: Trx, fileId: number, threadIds: readonly number[]): Promise<void> {
  return publish(trx, {
    type: 'comments.changed',
    data: { project_file_id: fileId, thread_ids: [...threadIds] },
    channels: [fileChannel(fileId)],
  })
}

interface Saved {
  file: CommentedFile
  threadId: number
  commentId: number
  by: number
  isNew: boolean
  mentions: CheckedText['mentions']
}

/** Stores the mentions of a comment and publishes it to open pages and to notifications. */
export async function finishComment(
  trx: Trx,
  { file, threadId, commentId, by, isNew, mentions }: Saved,
): Promise<void> {
  const mentioned = await replaceMentions(trx, commentId, mentions)
  await publishComments(trx, file.id, [threadId])
  if (!isNew && mentioned.length === 0) return
  await publish(trx, {
    type: 'comment.written',
    data: { comment_id: commentId, thread_id: threadId, project_file_id: file.id, by, is_new: isNew, mentioned },
  })
}
