// The comments of single threads. Each card asks for its own; calls of the same moment are one request.
import type { CommentThread } from '@kaiwa/contract/comments.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import { nextTask } from '../platform/next-task.ts'

interface Batch {
  ids: Set<number>
  answer: Promise<ReadonlyMap<number, CommentThread>>
}

/** Requests that have not begun, by file. */
const waiting = new Map<number, Batch>()

async function readBatch(fileId: number, ids: ReadonlySet<number>): Promise<ReadonlyMap<number, CommentThread>> {
  await nextTask()
  if (waiting.get(fileId)?.ids === ids) waiting.delete(fileId)
  const { threads } = await call('listComments', { params: { fileId }, query: { 'thread_ids[]': [...ids] } })
  return new Map(threads.map((thread) => [thread.id, thread]))
}

async function readThread(fileId: number, id: number): Promise<CommentThread | null> {
  let batch = waiting.get(fileId)
  if (!batch || batch.ids.size === LIMITS.commentThreadsPerCall) {
    const ids = new Set<number>()
    batch = { ids, answer: readBatch(fileId, ids) }
    waiting.set(fileId, batch)
  }
  batch.ids.add(id)
  return (await batch.answer).get(id) ?? null
}

/** Prefix of the keys of all threads of a file. */
export function threadsKey(fileId: number) {
  return ['comment-thread', fileId] as const
}

/** A thread with its comments; null if it was deleted. Current until the realtime channel reports a change. */
export function threadQuery(fileId: number, id: number) {
  return queryOptions({
    queryKey: [...threadsKey(fileId), id] as const,
    queryFn: () => readThread(fileId, id),
    staleTime: Infinity,
  })
}
