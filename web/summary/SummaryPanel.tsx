import { SUMMARY_PARTS, type SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettledDocument } from '../analysis/use-settled-document.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { ExtractedTopics } from './ExtractedTopics.tsx'
import styles from './Summary.module.css'
import { SummaryHead } from './SummaryHead.tsx'
import { SummaryPartView } from './SummaryPartView.tsx'
import { useLiveSummary } from './use-live-summary.ts'
import { useSummaryChanges } from './use-summary-changes.ts'

/** The Summary tab: what a model wrote and people edited, or the characteristic passages of the transcript. */
export function SummaryPanel() {
  const { t } = useTranslation('summary')
  const { session } = useOpenFile()
  const document = useSettledDocument(session)
  const { data: summary, error, refetch } = useLiveSummary()
  const { generate } = useSummaryChanges()
  /** Parts to write again that contain edits of people. */
  const [asked, setAsked] = useState<readonly SummaryPartName[] | null>(null)
  const [isSending, setIsSending] = useState(false)
  if (!summary)
    return (
      <div className={styles.panel}>
        {error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Loading />}
      </div>
    )
  const send = async (parts: readonly SummaryPartName[]) => {
    setIsSending(true)
    await generate(parts).catch(() => undefined)
    setIsSending(false)
    setAsked(null)
  }
  const handleGenerate = (parts: readonly SummaryPartName[]) => {
    const hasEdits = summary.parts.some(({ part, edited_at: at }) => parts.includes(part) && at !== null)
    if (hasEdits) setAsked(parts)
    else void send(parts)
  }
  const hasParts = summary.parts.some(({ status, items }) => status !== 'none' || items.length > 0)
  return (
    <div className={styles.panel}>
      <div className={styles.column}>
        <SummaryHead
          summary={summary}
          hasParts={hasParts}
          isSending={isSending}
          onGenerate={() => handleGenerate(SUMMARY_PARTS)}
        />
        {hasParts ? (
          summary.parts.map((part) => (
            <SummaryPartView
              key={part.part}
              summary={summary}
              part={part}
              document={document}
              onGenerate={() => handleGenerate([part.part])}
            />
          ))
        ) : (
          <ExtractedTopics document={document} />
        )}
        <VisuallyHidden role="status">{summary.is_writing ? t('writingAll') : ''}</VisuallyHidden>
      </div>
      <ConfirmDialog
        opened={asked !== null}
        title={t('replaceTitle')}
        text={t('replaceText')}
        confirmLabel={t('replace')}
        isBusy={isSending}
        onConfirm={() => void send(asked ?? [])}
        onClose={() => setAsked(null)}
      />
    </div>
  )
}
