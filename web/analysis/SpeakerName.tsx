import { useTranslation } from 'react-i18next'
import { useSpeakerNames } from '../transcripts/speaker-names.ts'
import { SpeakerAvatar } from '../ui/SpeakerAvatar.tsx'
import styles from './Analysis.module.css'

/** Picture and name of a speaker; null is an unknown speaker. */
export function SpeakerName({ id }: { id: number | null }) {
  const { t } = useTranslation('transcripts')
  const names = useSpeakerNames()
  const speaker = (id === null ? undefined : names.get(id)) ?? null
  const name = speaker?.name ?? t('unknownSpeaker')
  return (
    <span className={styles.speaker} title={name}>
      <SpeakerAvatar speaker={speaker} size={20} />
      <span className={styles.name}>{name}</span>
    </span>
  )
}
