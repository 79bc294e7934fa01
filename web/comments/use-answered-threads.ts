import type { CommentThread } from '@kaiwa/contract/comments.ts'
import { useState } from 'react'
import { replyKey, useDraftKeys } from './drafts.ts'

/** Returns a deleted thread without abilities except `reply`, so that the field with the unsent reply remains. */
function withoutRights(thread: CommentThread): CommentThread {
  const comments = thread.comments.map((comment) => ({ ...comment, can: { edit: false, delete: false } }))
  return { ...thread, comments, can: { reply: true, resolve: false } }
}

/**
 * Returns the threads with an unsent reply. They stay in the list after another user resolves or deletes them, until
 * the reply is sent or discarded. `deleted` contains the threads that no longer exist on the server.
 */
export function useAnsweredThreads(fileId: number, threads: readonly CommentThread[]) {
  const drafts = useDraftKeys(fileId)
  const isAnswered = ({ id }: CommentThread) => drafts.has(replyKey(id))
  const [last, setLast] = useState({ threads, deleted: [] as readonly CommentThread[] })
  if (last.threads !== threads) {
    const ids = new Set(threads.map(({ id }) => id))
    const gone = last.threads.filter((thread) => !ids.has(thread.id) && isAnswered(thread)).map(withoutRights)
    setLast({ threads, deleted: [...last.deleted.filter(isAnswered), ...gone] })
  }
  return { isAnswered, deleted: last.deleted.filter(isAnswered) }
}
