import type { Keyword } from '@kaiwa/transcript/analysis/keywords.ts'
import { speakerColour } from '@kaiwa/transcript/speaker-identity.ts'
import { useTranslation } from 'react-i18next'
import { useSpeakerNames } from '../transcripts/speaker-names.ts'
import styles from './Analysis.module.css'

/** The shares of speakers as a bar in their colours, and as text. */
export function SpeakerShares({ shares }: { shares: Keyword['speakers'] }) {
  const { t } = useTranslation('transcripts')
  const names = useSpeakerNames()
  const texts = shares.map(({ speaker_id: id, share }) => {
    const name = (id === null ? undefined : names.get(id)?.name) ?? t('unknownSpeaker')
    return `${name} ${Math.round(share * 100)}%`
  })
  const startOf = (at: number) => shares.slice(0, at).reduce((sum, { share }) => sum + share * 100, 0)
  const parts = shares.map(({ speaker_id: id, share }, at) => (
    <rect key={id ?? 0} x={startOf(at)} width={share * 100} height="8" fill={speakerColour(id)} />
  ))
  return (
    <div className={styles.shares} title={texts.join('\n')}>
      <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        {parts}
      </svg>
      <span className={styles.shareText}>{texts.join(' · ')}</span>
    </div>
  )
}
