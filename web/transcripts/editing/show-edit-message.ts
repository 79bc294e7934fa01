import i18next from 'i18next'
import { errorText } from '../../platform/error-text.ts'
import { toast } from '../../platform/toasts.ts'
import type { EditMessage } from './edit-message.ts'

/** Shows a message of edit mode as a toast, in the language of the reader. */
export function showEditMessage(message: EditMessage): void {
  const t = i18next.getFixedT(null, 'transcripts')
  if ('error' in message) {
    const reason = errorText(message.error)
    toast.error(message.kind === 'notSaved' ? t('notSaved', { reason }) : reason)
  } else if (message.kind === 'refused') toast.error(t(`refused.${message.reason}`))
  else if (message.kind === 'expired') toast.info(t('expired'))
  else toast.error(t(message.kind))
}
