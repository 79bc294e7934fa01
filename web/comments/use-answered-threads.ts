import type { ThreadSummary } from '@kaiwa/contract/comments.ts'
import { useState } from 'react'
import { replyKey, useDraftKeys } from './drafts.ts'

/**
 * Returns the threads with an unsent reply. They stay in the list after another user resolves or deletes them, until
 * the reply is sent or discarded. `deleted` contains the threads that no longer exist on the server.
 */
export function useAnsweredThreads(fileId: number, threads: readonly ThreadSummary[]) {
  const drafts = useDraftKeys(fileId)
  const isAnswered = ({ id }: ThreadSummary) => drafts.has(replyKey(id))
  const [last, setLast] = useState({ threads, deleted: [] as readonly ThreadSummary[] })
  if (last.threads !== threads) {
    const ids = new Set(threads.map(({ id }) => id))
    const gone = last.threads.filter((thread) => !ids.has(thread.id) && isAnswered(thread))
    setLast({ threads, deleted: [...last.deleted.filter(isAnswered), ...gone] })
  }
  return { isAnswered, deleted: last.deleted.filter(isAnswered) }
}
