import { NO_SPEAKER } from '@kaiwa/contract/report-pairs.ts'
// The name and the shares of a file in the comparison. Each leads to the Talk tab of the file.
import type { TalkRow } from '@kaiwa/contract/talk.ts'
import { speakerColour, UNKNOWN_SPEAKER_COLOUR } from '@kaiwa/transcript/speaker-identity.ts'
import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { talkAddress } from '../../analysis/talk-address.ts'
import { useTalkTexts } from '../../analysis/use-talk-texts.ts'
import { formatDate } from '../../platform/dates.ts'
import { segmentsOf } from '../CrossChart.tsx'
import styles from './FolderTalk.module.css'
import { type Part, partsOf } from './talk-values.ts'

/** Speakers whose share is written; the bar shows all. */
const MAX_NAMES = 3

export function FileName({ row, speaker }: { row: TalkRow; speaker: number | null }) {
  const { t } = useTranslation('reports')
  const { project_file: file, is_outdated: isOutdated } = row
  const chosen = speaker === null ? undefined : speaker > 0 ? speaker : null
  return (
    <span className={styles.file}>
      <Link
        className={styles.link}
        to={talkAddress(file, chosen)}
        title={file.title}
        aria-label={t('talk.open', { title: file.title })}
      >
        {file.title}
      </Link>
      <span className={styles.quiet}>
        {formatDate(file.created_at)}
        {isOutdated && (
          <span className={styles.updating} title={t('talk.updatingHint')}>
            {t('talk.updating')}
          </span>
        )}
      </span>
    </span>
  )
}

/** A bar whose parts have the colours of the speakers. `whole` is the length of the longest bar. */
export function TalkBar({ parts, whole }: { parts: readonly Part[]; whole: number }) {
  const colours = new Map(parts.map(({ key, speaker }) => [key, speaker]))
  return (
    <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {segmentsOf(parts, whole).map(({ key, from, width }) => {
        const speaker = colours.get(key)
        const fill = speaker === undefined ? 'var(--mantine-primary-color-filled)' : speakerColour(speaker)
        return (
          <rect key={key} x={from} width={width} height="8" fill={key === 'rest' ? UNKNOWN_SPEAKER_COLOUR : fill} />
        )
      })}
    </svg>
  )
}

interface ShareProps {
  row: TalkRow
  chosen: number | null
  /** Shows the speakers that are not written. */
  onMore: () => void
}

/** Shares of the talk time of a file: a bar, and the shares of the main speakers or of the chosen one. */
export function SpeakerShare({ row, chosen, onMore }: ShareProps) {
  const { t } = useTranslation('reports')
  const texts = useTalkTexts()
  const { project_file: file, speakers, speaker_count: all } = row
  const isChosen = ({ speaker }: (typeof speakers)[number]) => (speaker?.id ?? NO_SPEAKER) === chosen
  const shown = chosen === null ? speakers.slice(0, MAX_NAMES) : speakers.filter(isChosen)
  const rest = all - shown.length
  return (
    <span className={styles.shares}>
      <TalkBar parts={partsOf(row, 'share', chosen)} whole={1} />
      <span className={styles.names}>
        {shown.map(({ speaker, share }) => {
          const name = speaker?.name ?? t('unknownSpeaker')
          return (
            <Link
              key={speaker?.id ?? 0}
              className={styles.share}
              to={talkAddress(file, speaker?.id ?? null)}
              title={t('talk.openAt', { title: file.title, name })}
              style={{ '--speaker': speakerColour(speaker?.id ?? null) }}
            >
              {t('talk.share', { name, share: texts.share(share) })}
            </Link>
          )
        })}
        {chosen === null && rest > 0 && (
          <UnstyledButton className={styles.moreNames} onClick={onMore}>
            {t('talk.more', { count: rest })}
          </UnstyledButton>
        )}
      </span>
    </span>
  )
}
