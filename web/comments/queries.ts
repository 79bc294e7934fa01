import type { CommentThread, ThreadSummary } from '@kaiwa/contract/comments.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import type { CallResult } from '../platform/call-types.ts'
import { refreshQueries } from '../platform/refresh-queries.ts'
import { threadQuery, threadsKey } from './thread-query.ts'

type Comments = CallResult<'listCommentThreads'>

/**
 * Threads that have changed since the last request, by file. Without an entry it is not known what has changed, and the
 * next request is for all threads.
 */
const changedThreads = new Map<number, Set<number>>()

function queryKeyOf(fileId: number) {
  return ['comments', fileId] as const
}

function byTime(threads: readonly ThreadSummary[]): Comments {
  return { threads: threads.toSorted((a, b) => a.time - b.time || a.id - b.id) }
}

/** Requests the threads that have changed, or all. A changed thread that the answer does not contain was deleted. */
async function readComments(client: QueryClient, fileId: number, signal: AbortSignal): Promise<Comments> {
  const known = () => client.getQueryData<Comments>(queryKeyOf(fileId))?.threads
  const changed = changedThreads.get(fileId)
  const isPart = changed !== undefined && changed.size > 0 && changed.size <= LIMITS.threadSummariesPerCall && known()
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

/** Requests all threads again, and the comments that are shown. */
export async function refreshComments(client: QueryClient, fileId: number): Promise<void> {
  changedThreads.delete(fileId)
  await Promise.all([queryKeyOf(fileId), threadsKey(fileId)].map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Requests these threads again, after a running request has ended, and their comments when they are shown. */
export async function refreshThreads(client: QueryClient, fileId: number, ids: readonly number[]): Promise<void> {
  for (const id of ids) changedThreads.get(fileId)?.add(id)
  const keys = ids.map((id) => threadQuery(fileId, id).queryKey)
  // The request of a card that is no longer shown may still run. Its older answer must not count as current.
  for (const queryKey of keys) client.removeQueries({ queryKey, type: 'inactive' })
  await Promise.all([queryKeyOf(fileId), ...keys].map((queryKey) => refreshQueries(client, queryKey)))
}

/** Call when the page no longer follows the changes of a file. */
export function forgetComments(client: QueryClient, fileId: number): void {
  changedThreads.delete(fileId)
  client.removeQueries({ queryKey: threadsKey(fileId) })
}

/** The entry of a thread in the list. */
export function summaryOf({ text, resolved, comments, ...thread }: CommentThread): ThreadSummary {
  const { id, block_uuid, start_offset, end_offset, time, is_removed } = thread
  const excerpt = Array.from(text).slice(0, LIMITS.excerptOfPassage).join('')
  const state = { is_removed, is_resolved: resolved !== null, comment_count: comments.length }
  return { id, block_uuid, start_offset, end_offset, excerpt, time, ...state }
}

/**
 * Puts a new or changed thread into the list, in the order of the recording. An older answer does not replace it. If the
 * thread was being requested because of another change, it is requested again: `thread` may lack that change.
 */
export async function putThread(client: QueryClient, fileId: number, thread: CommentThread): Promise<void> {
  const { queryKey } = threadQuery(fileId, thread.id)
  const before = client.getQueryState(queryKey)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, thread)
  client.setQueryData(commentsQuery(fileId).queryKey, (old) => {
    if (!old) return old
    return byTime([...old.threads.filter(({ id }) => id !== thread.id), summaryOf(thread)])
  })
  if (before && (before.isInvalidated || before.fetchStatus !== 'idle')) void refreshQueries(client, queryKey)
}
