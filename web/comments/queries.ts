import type { CommentThread } from '@kaiwa/contract/comments.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import type { CallResult } from '../platform/call-types.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'

type Comments = CallResult<'listCommentThreads'>

/**
 * Threads that have changed since the last request, by file. Without an entry it is not known what has changed, and the
 * next request is for all threads.
 */
const changedThreads = new Map<number, Set<number>>()

function queryKeyOf(fileId: number) {
  return ['comments', fileId] as const
}

function byTime(threads: readonly CommentThread[]): Comments {
  return { threads: threads.toSorted((a, b) => a.time - b.time || a.id - b.id) }
}

/** Requests the threads that have changed, or all. A changed thread that the answer does not contain was deleted. */
async function readComments(client: QueryClient, fileId: number, signal: AbortSignal): Promise<Comments> {
  const known = () => client.getQueryData<Comments>(queryKeyOf(fileId))?.threads
  const changed = changedThreads.get(fileId)
  const isPart = changed !== undefined && changed.size > 0 && changed.size <= LIMITS.commentThreadsPerCall && known()
  const next = new Set<number>()
  changedThreads.set(fileId, next)
  try {
    const query = isPart ? { 'thread_ids[]': [...changed] } : {}
    const { threads } = await call('listCommentThreads', { params: { fileId }, query }, { signal })
    // Read after the answer: it contains the reader's own changes in between.
    const kept = isPart ? known()?.filter(({ id }) => !changed.has(id)) : []
    return byTime([...(kept ?? []), ...threads])
  } catch (error) {
    if (changedThreads.get(fileId) === next) changedThreads.delete(fileId)
    throw error
  }
}

export function commentsQuery(fileId: number) {
  return queryOptions({
    queryKey: queryKeyOf(fileId),
    queryFn: ({ client, signal }) => readComments(client, fileId, signal),
  })
}

/** Requests all threads again. */
export function refreshComments(client: QueryClient, fileId: number): Promise<void> {
  changedThreads.delete(fileId)
  return client.invalidateQueries({ queryKey: queryKeyOf(fileId) })
}

/** Requests these threads again, after a running request has ended. */
export function refreshThreads(client: QueryClient, fileId: number, ids: readonly number[]): Promise<void> {
  for (const id of ids) changedThreads.get(fileId)?.add(id)
  return refreshQueries(client, queryKeyOf(fileId))
}

/** Call when the page no longer follows the changes of a file. */
export function forgetChangedThreads(fileId: number): void {
  changedThreads.delete(fileId)
}

/** Puts a new or changed thread into the list, in the order of the recording. */
export function putThread(client: QueryClient, fileId: number, thread: CommentThread): void {
  client.setQueryData(commentsQuery(fileId).queryKey, (old) => {
    if (!old) return old
    return byTime([...old.threads.filter(({ id }) => id !== thread.id), thread])
  })
}
