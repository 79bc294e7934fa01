import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { VoiceClip } from '@kaiwa/transcript/voice-clip.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '../platform/toasts.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import type { KnownPerson } from './known-people.ts'
import { refreshSpeakers, updateSpeaker } from './queries.ts'
import { saveFailure } from './save-failure.ts'
import { useSpeakerChange } from './use-speaker-change.ts'

/**
 * Says who a speaker is. A known speaker gets all blocks of the file, as in a bulk change, which the history can restore. Any
 * other name becomes the name of the speaker.
 */
export function useNameSpeaker(speaker: Speaker, clip: VoiceClip | null) {
  const { t } = useTranslation('speakers')
  const client = useQueryClient()
  const { file } = useOpenFile()
  const change = useSpeakerChange()
  return async (choice: KnownPerson | string): Promise<void> => {
    const known = typeof choice === 'string' ? null : choice.speakerId
    if (known !== null && clip) return change({ uuid: clip.uuid, mode: 'multi', speakerId: known })
    const name = typeof choice === 'string' ? choice : choice.name
    try {
      await updateSpeaker(speaker.id, { name, description: speaker.description ?? '', picture: null })
      await refreshSpeakers(client, file.project_id).catch(() => undefined)
      toast.success(t('changed'))
    } catch (error) {
      toast.error(saveFailure(error, t('updateFailed')))
    }
  }
}
