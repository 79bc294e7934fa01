import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { UnstyledButton } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './Assistant.module.css'

interface Props {
  citations: readonly Citation[]
  onCite: (citation: Citation) => void
}

/** The quotes of an answer by number. Each plays at its place in the recording. */
export function Sources({ citations, onCite }: Props) {
  const { t } = useTranslation('assistant')
  if (citations.length === 0) return null
  const isOneFile = new Set(citations.map(({ file_id: id }) => id)).size === 1
  return (
    <ol className={styles.sources} aria-label={t('sources')}>
      {citations.map((citation) => (
        <li key={citation.number}>
          <UnstyledButton className={styles.source} onClick={() => onCite(citation)}>
            <span className={styles.sourceHead}>
              <span className={styles.sourceNumber}>{citation.number}</span>
              <IconPlayerPlay size={12} aria-hidden />
              <span>{formatTime(citation.time)}</span>
              {citation.speaker !== null && <span>{citation.speaker}</span>}
              {!isOneFile && <span className={styles.sourceFile}>{citation.file_title}</span>}
            </span>
            <q className={styles.quote}>{citation.quote}</q>
            {citation.range === null && <span className={styles.quiet}>{t('changedSince')}</span>}
          </UnstyledButton>
        </li>
      ))}
    </ol>
  )
}
