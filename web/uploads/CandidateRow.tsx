import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clientConfigQuery } from '../platform/client-config.ts'
import { formatClock } from '../platform/dates.ts'
import { formatSize, toMb } from '../platform/format-size.ts'
import type { Candidate, CandidateProblem, ReadyCandidate } from './candidate.ts'
import { LanguageChoice, SpeakersChoice } from './Choices.tsx'
import styles from './UploadDialog.module.css'

interface AboutProps {
  file: File
  /** Seconds; 0 while unknown. */
  duration: number
}

/** The whole name of a chosen file, its size and its duration. */
function About({ file, duration }: AboutProps) {
  return (
    <>
      <div className={styles.name}>{file.name}</div>
      <div className={styles.size}>
        {formatSize(toMb(file.size))}
        {duration > 0 && ` · ${formatClock(duration)}`}
      </div>
    </>
  )
}

interface RemoveProps {
  name: string
  isDisabled: boolean
  onRemove: () => void
}

function Remove({ name, isDisabled, onRemove }: RemoveProps) {
  const { t } = useTranslation('uploads')
  return (
    <CloseButton
      className={styles.remove ?? ''}
      aria-label={t('remove', { name })}
      disabled={isDisabled}
      onClick={onRemove}
    />
  )
}

interface RowProps {
  candidate: ReadyCandidate
  duration: number
  isDisabled: boolean
  /** No engine recognises its language. */
  isMissing: boolean
  onChange: (change: { speakers: number } | { language: SpokenLanguage }) => void
  onRemove: () => void
}

/** One file that will be uploaded, with its number of speakers and its language. */
export function CandidateRow({ candidate, duration, isDisabled, isMissing, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('uploads')
  const { file, speakers, language } = candidate
  const { name } = file
  return (
    <li className={styles.row}>
      <About file={file} duration={duration} />
      <SpeakersChoice
        label={t('speakersOf', { name })}
        value={speakers}
        isDisabled={isDisabled}
        onChange={(value) => onChange({ speakers: value })}
      />
      <LanguageChoice
        label={t('languageOf', { name })}
        value={language}
        isDisabled={isDisabled}
        onChange={(value) => onChange({ language: value })}
      />
      <Remove name={name} isDisabled={isDisabled} onRemove={onRemove} />
      {isMissing && <div className={styles.missing}>{t('notTranscribed')}</div>}
    </li>
  )
}

interface LeftOutProps {
  candidate: Candidate
  problem: CandidateProblem
  duration: number
  onRemove: () => void
}

/** One file that is left out, and why. */
export function LeftOutRow({ candidate: { file }, problem, duration, onRemove }: LeftOutProps) {
  const { t } = useTranslation('uploads')
  const { data: config } = useQuery(clientConfigQuery)
  return (
    <li className={styles.row} data-left-out>
      <About file={file} duration={duration} />
      <Remove name={file.name} isDisabled={false} onRemove={onRemove} />
      <div className={styles.problem}>
        {t(`problems.${problem}`, {
          max: formatSize(config?.max_file_mb ?? 0),
          minutes: config?.max_file_minutes ?? 0,
        })}
      </div>
    </li>
  )
}
