import type { CommentThread } from '@kaiwa/contract/comments.ts'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'

export function commentsQuery(fileId: number) {
  return queryOptions({
    queryKey: ['comments', fileId],
    queryFn: ({ signal }) => call('listCommentThreads', { params: { fileId } }, { signal }),
  })
}

export function refreshComments(client: QueryClient, fileId: number): Promise<void> {
  return client.invalidateQueries({ queryKey: commentsQuery(fileId).queryKey })
}

/** Puts a new or changed thread into the list, in the order of the recording. */
export function putThread(client: QueryClient, fileId: number, thread: CommentThread): void {
  client.setQueryData(commentsQuery(fileId).queryKey, (old) => {
    if (!old) return old
    const others = old.threads.filter(({ id }) => id !== thread.id)
    return { threads: [...others, thread].toSorted((a, b) => a.time - b.time || a.id - b.id) }
  })
}
