import type { SpeakerChangeMode } from '@kaiwa/contract/speakers.ts'
import { changeSpeaker } from '@kaiwa/transcript'
import { useTranslation } from 'react-i18next'
import { codeOf } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { toast } from '../platform/toasts.ts'
import { useOpenFile } from '../transcripts/open-file.ts'

export interface SpeakerChoice {
  /** The block to change. */
  uuid: string
  mode: SpeakerChangeMode
  speakerId: number
}

/** Assigns blocks to a speaker: in edit mode as an edit, otherwise directly on the server. */
export function useSpeakerChange(): (choice: SpeakerChoice) => Promise<void> {
  const { t } = useTranslation('speakers')
  const { session, control } = useOpenFile()
  return async ({ uuid, mode, speakerId }) => {
    if (session.getState().isEditing) {
      const change = { uuid, mode, speaker_id: speakerId }
      control.edits.run(() => session.edit((document) => changeSpeaker(document, change)))
      return
    }
    try {
      await call('changeBlockSpeaker', { body: { block_uuid: uuid, speaker_id: speakerId, type: mode } })
      toast.success(t('changed'))
      // The message of the change may be delayed or lost, so the changes are fetched here.
      await control.feed.catchUp().catch(() => undefined)
    } catch (error) {
      toast.error(codeOf(error) === 'E_LOCKED' ? t('changeLocked') : t('changeFailed'))
    }
  }
}
