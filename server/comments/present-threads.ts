import type { Comment, CommentThread } from '@kaiwa/contract/comments.ts'
import type { Actor } from '../accounts/actor.ts'
import { presentPerson } from '../accounts/person.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { comment, deleteComment, editComment, resolveThread } from './policy.ts'
import { type CommentedFile, type CommentRow, findComments, findThreads, type ThreadRow } from './store/threads.ts'

interface Reading {
  actor: Actor
  file: CommentedFile
}

function presentComment({ actor, file }: Reading, row: CommentRow): Comment {
  const mayComment = comment(file, file).allowed
  return {
    id: row.id,
    author: presentPerson(row.author),
    body: row.body,
    mentions: row.mentions,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    can: {
      edit: mayComment && editComment(actor, file, row).allowed,
      delete: deleteComment(actor, file, row).allowed,
    },
  }
}

function presentThread(reading: Reading, row: ThreadRow, comments: readonly CommentRow[]): CommentThread {
  const { actor, file } = reading
  const { author_id: _, resolved_at, resolved_by, ...thread } = row
  const reply = comment(file, file).allowed
  return {
    ...thread,
    resolved: resolved_at && { at: resolved_at.toISOString(), by: presentPerson(resolved_by) },
    comments: comments.map((written) => presentComment(reading, written)),
    can: { reply, resolve: resolveThread(actor, file, row).allowed },
  }
}

/** The threads of a file with these ids, as the reader may see them. */
export async function presentThreads(db: Db | Trx, reading: Reading, ids: readonly number[]): Promise<CommentThread[]> {
  const threads = await findThreads(db, reading.file.id, ids)
  const comments = Map.groupBy(
    threads.length > 0
      ? await findComments(
          db,
          threads.map(({ id }) => id),
        )
      : [],
    ({ thread_id }) => thread_id,
  )
  return threads.flatMap((thread) => {
    const own = comments.get(thread.id)
    return own ? [presentThread(reading, thread, own)] : []
  })
}
