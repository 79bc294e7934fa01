import { CHAT_LIMIT_REASONS, PROCESSING_REASON } from '@kaiwa/contract/chat-words.ts'
import i18next from 'i18next'
import { ApiError } from '../platform/api-error.ts'
import { reportFailure } from '../platform/error-text.ts'
import { toast } from '../platform/toasts.ts'

/** The text of a failure that only chats have. */
function ownText({ code, body }: ApiError): string | null {
  const t = i18next.getFixedT(null, 'assistant')
  if (code === 'E_CONFLICT' && body['reason'] === PROCESSING_REASON) return t('processing')
  if (code === 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA') return t('limitReached')
  if (code === 'E_NOT_FOUND') return t('missing')
  if (body['reason'] === CHAT_LIMIT_REASONS.messages) return t('limitMessages')
  if (body['reason'] === CHAT_LIMIT_REASONS.chats) return t('limitChats')
  return null
}

export function showFailure(error: unknown): void {
  const text = error instanceof ApiError ? ownText(error) : null
  if (text === null) reportFailure(error)
  else toast.error(text)
}
