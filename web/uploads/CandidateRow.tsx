import type { SpokenLanguage } from '@kaiwa/contract/files.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { CloseButton, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clientConfigQuery } from '../platform/client-config.ts'
import { formatSize, toMb } from '../platform/format-size.ts'
import type { Candidate, CandidateProblem } from './candidate.ts'
import styles from './UploadDialog.module.css'

const LANGUAGES: readonly SpokenLanguage[] = ['auto', 'ja', 'en']

type Props = {
  candidate: Candidate
  problem: CandidateProblem | null
  isDisabled: boolean
  onChange: (candidate: Candidate) => void
  onRemove: () => void
}

/** One chosen file: number of speakers (Automatic, 1 to 5), spoken language, and why it cannot be uploaded. */
export const CandidateRow = ({ candidate, problem, isDisabled, onChange, onRemove }: Props) => {
  const { t } = useTranslation('uploads')
  const { data: config } = useQuery(clientConfigQuery)
  const { file, speakers, language } = candidate
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <div className={styles.name} title={file.name}>
          {file.name}
        </div>
        <div className={styles.size}>{formatSize(toMb(file.size))}</div>
      </div>
      <NativeSelect
        className={styles.choice ?? ''}
        aria-label={t('speakersOf', { name: file.name })}
        disabled={isDisabled}
        value={speakers}
        onChange={(event) => onChange({ ...candidate, speakers: Number(event.currentTarget.value) })}
        data={Array.from({ length: LIMITS.speakersPerFile + 1 }, (_, count) => ({
          value: String(count),
          label: t('speakers', { value: count === 0 ? t('automatic') : t('persons', { count }) }),
        }))}
      />
      <NativeSelect
        className={styles.choice ?? ''}
        aria-label={t('languageOf', { name: file.name })}
        disabled={isDisabled}
        value={language}
        onChange={(event) => onChange({ ...candidate, language: event.currentTarget.value as SpokenLanguage })}
        data={LANGUAGES.map((value) => ({ value, label: t('language', { value: t(`languages.${value}`) }) }))}
      />
      <CloseButton
        className={styles.remove ?? ''}
        aria-label={t('remove', { name: file.name })}
        disabled={isDisabled}
        onClick={onRemove}
      />
      {problem && (
        <div className={styles.problem} role="alert">
          {t(`problems.${problem}`, {
            max: formatSize(config?.max_file_mb ?? 0),
            minutes: config?.max_file_minutes ?? 0,
          })}
        </div>
      )}
    </li>
  )
}
