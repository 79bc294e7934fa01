// Changes of the comments of a file. Each puts the answer into the list and shows why it failed.
import type { CommentThread } from '@kaiwa/contract/comments.ts'
import { COMMENT_LIMIT_REASONS, PASSAGE_REASON } from '@kaiwa/contract/errors.ts'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useMemo } from 'react'
import type { ApiError } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { showFailure } from '../platform/error-text.ts'
import type { Written } from './CommentForm.tsx'
import type { NewPassage } from './drafts.ts'
import { putThread, refreshComments, refreshThreads } from './queries.ts'

/** The text of a failure that only comments have. */
function ownText({ code, body }: ApiError): string | null {
  const t = i18next.getFixedT(null, 'comments')
  if (code === 'E_CONFLICT' && body['reason'] === PASSAGE_REASON) return t('passageChanged')
  if (code === 'E_NOT_FOUND') return t('missing')
  if (body['reason'] === COMMENT_LIMIT_REASONS.threads) return t('limitThreads')
  if (body['reason'] === COMMENT_LIMIT_REASONS.comments) return t('limitComments')
  if (code === 'E_UNPROCESSABLE_ENTITY' && Object.keys(body.errors ?? {}).includes('mentions'))
    return t('mentionRefused')
  return null
}

export function useCommentChanges(fileId: number) {
  const client = useQueryClient()
  return useMemo(() => {
    const put = async (change: Promise<CommentThread>): Promise<CommentThread> => {
      try {
        const thread = await change
        await putThread(client, fileId, thread)
        return thread
      } catch (error) {
        showFailure(error, ownText)
        void refreshComments(client, fileId)
        throw error
      }
    }
    return {
      create: ({ block_uuid, start_offset, text }: NewPassage, written: Written) =>
        put(call('createCommentThread', { params: { fileId }, body: { block_uuid, start_offset, text, ...written } })),
      reply: (threadId: number, body: Written) => put(call('replyToThread', { params: { threadId }, body })),
      edit: (commentId: number, body: Written) => put(call('editComment', { params: { commentId }, body })),
      resolve: (threadId: number, is_resolved: boolean) =>
        put(call('resolveThread', { params: { threadId }, body: { is_resolved } })),
      remove: async (commentId: number, threadId: number) => {
        try {
          await call('deleteComment', { params: { commentId } })
        } catch (error) {
          showFailure(error, ownText)
          throw error
        } finally {
          await refreshThreads(client, fileId, [threadId])
        }
      },
      searchPeople: async (search: string, signal: AbortSignal) =>
        (await call('findMentionable', { params: { fileId }, query: { search } }, { signal })).people,
    }
  }, [client, fileId])
}
