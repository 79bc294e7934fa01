import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import { languageOf } from '@kaiwa/transcript'
import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PlayAt } from '../analysis/PlayAt.tsx'
import { pressCitation } from '../assistant/cited.ts'
import styles from './Summary.module.css'

/** A quote. The time plays it here; the text shows it in the transcript, plays and marks it, as in the AI chat. */
export function Evidence({ citation }: { citation: Citation }) {
  const { t } = useTranslation('summary')
  return (
    <div className={styles.evidence}>
      <PlayAt time={citation.time} />
      <UnstyledButton className={styles.quote} title={t('showInTranscript')} onClick={() => pressCitation(citation)}>
        {citation.speaker !== null && <span className={styles.speaker}>{citation.speaker}</span>}
        <q lang={languageOf([{ content: citation.quote }]) ?? undefined}>{citation.quote}</q>
        {citation.range === null && <span className={styles.quiet}>{t('changedSince')}</span>}
      </UnstyledButton>
    </div>
  )
}
