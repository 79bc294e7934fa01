import { hasUnanalysedText } from '@kaiwa/transcript/analysis/unanalysed-text.ts'
import type { EditSessionState } from '@kaiwa/editor'
import type { EditableDocument } from '@kaiwa/transcript'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { useChange } from '../platform/use-change.ts'
import { useOpenFile, useSessionState } from '../transcripts/open-file.ts'
import styles from './Analysis.module.css'

function isInEditMode({ isEditing }: EditSessionState): boolean {
  return isEditing
}

/**
 * Offers a new analysis to editors when words were typed since the last one. Not in edit mode, because only saved text is
 * analysed. The result arrives as a message to all who have the file open.
 */
export function AnalyseAgain({ document: { id, blocks } }: { document: EditableDocument }) {
  const { t } = useTranslation('analysis')
  const { file, session } = useOpenFile()
  const isEditing = useSessionState(session, isInEditMode)
  const isOutdated = useMemo(() => [...blocks].some(hasUnanalysedText), [blocks])
  const reanalyse = useChange(() => call('reanalyzeTranscript', { params: { id } }), {
    done: t('analysing'),
    refresh: async () => undefined,
  })
  if (!isOutdated || !file.can.edit || isEditing) return null
  return (
    <div className={styles.outdated}>
      {t('outdated')}
      <Button variant="default" size="compact-sm" loading={reanalyse.isPending} onClick={() => reanalyse.mutate()}>
        {t('analyseAgain')}
      </Button>
    </div>
  )
}
