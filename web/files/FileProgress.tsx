import type { ProjectFile } from '@kaiwa/contract/files.ts'
import { Anchor, Progress } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../platform/use-now.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import styles from './FileStatus.module.css'
import { offersRedo, shownPercent } from './progress.ts'
import { TimeLeft } from './TimeLeft.tsx'
import { useRedoFile } from './use-file-changes.ts'

function RedoNotice({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const [isAsking, setIsAsking] = useState(false)
  const redo = useRedoFile(file)
  return (
    <span className={styles.notice}>
      {t('redoText')}{' '}
      <Anchor component="button" type="button" inherit onClick={() => setIsAsking(true)}>
        {t('redo')}
      </Anchor>
      <ConfirmDialog
        opened={isAsking}
        title={t('redo')}
        text={t('abortText')}
        confirmLabel={t('redo')}
        isBusy={redo.isPending}
        onConfirm={() => redo.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </span>
  )
}

/**
 * Elapsed over estimated time, and the time left. Subscribes to the clock itself, so that each second rerenders only this bar, not the
 * table.
 */
export function FileProgress({ file }: { file: ProjectFile }) {
  const { t } = useTranslation('workspace')
  const now = useNow()
  const percent = shownPercent(file, now)
  return (
    <>
      <ProgressLine percent={percent} label={t('progressOf', { name: file.title })} />
      <TimeLeft file={file} now={now} />
      {file.can.cancel && offersRedo(file, now) && <RedoNotice file={file} />}
    </>
  )
}

export function ProgressLine({ percent, label }: { percent: number; label: string }) {
  return (
    <span className={styles.progress}>
      <Progress className={styles.bar ?? ''} size="sm" value={percent} aria-label={label} />
      <span className={styles.percent}>{percent}%</span>
    </span>
  )
}
