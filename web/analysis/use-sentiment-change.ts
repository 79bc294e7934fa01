import { setSentiment } from '@kaiwa/transcript'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { reportFailure } from '../platform/error-text.ts'
import { toast } from '../platform/toasts.ts'
import { useOpenFile } from '../transcripts/open-file.ts'

/** Sets the emotion of a block: in edit mode as an edit, otherwise directly on the server (ANA-07, ANA-08). */
export function useSentimentChange(): (uuid: string, sentiment: number) => Promise<void> {
  const { t } = useTranslation('analysis')
  const { session, control } = useOpenFile()
  return async (uuid, sentiment) => {
    if (session.getState().isEditing) {
      control.edits.run(() => session.edit((document) => setSentiment(document, uuid, sentiment)))
      return
    }
    try {
      await call('changeSentiment', { body: { block_uuid: uuid, sentiment } })
      toast.success(t('saved'))
      // The message of the change may be delayed or lost, so the changes are fetched here.
      await control.feed.catchUp().catch(() => undefined)
    } catch (error) {
      if (codeOf(error) === 'E_LOCKED') toast.error(t('locked'))
      else reportFailure(error)
    }
  }
}
