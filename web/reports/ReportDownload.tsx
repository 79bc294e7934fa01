import { Button, Progress } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScopedFolder } from '../tree/folder-filter.ts'
import styles from './FolderReport.module.css'
import type { ReportState } from './report-state.ts'
import { useReportDownload } from './use-report-download.ts'

interface Props {
  scoped: ScopedFolder
  report: ReportState
  /** Number of rows, and of those in files that the reader may edit. */
  total: number
  exportable: number
}

/** The CSV of a report (REP-02), with progress and cancel. */
export function ReportDownload({ scoped, report, total, exportable }: Props) {
  const { t, i18n } = useTranslation('reports')
  const { done, start, cancel } = useReportDownload(scoped, report)
  const shown = (count: number) => new Intl.NumberFormat(i18n.language).format(count)
  const hint =
    exportable === 0 && total > 0
      ? t('csvNone')
      : exportable < total
        ? t('csvPart', { number: shown(exportable), total: shown(total), count: exportable })
        : t('csvHint', { number: shown(exportable) })
  const isRunning = done !== null
  const handleClick = ({ detail }: MouseEvent) => {
    // The second press of a double-click would cancel.
    if (detail > 1) return
    if (isRunning) cancel()
    else void start()
  }
  return (
    <div className={styles.download}>
      {isRunning && (
        <div className={styles.progress}>
          <span>
            {t('progress', { done: shown(Math.min(done, exportable)), total: shown(exportable), count: exportable })}
          </span>
          <Progress
            value={exportable > 0 ? Math.min(100, (done / exportable) * 100) : 0}
            size="sm"
            aria-label={t('downloading')}
          />
        </div>
      )}
      {/* One button, so that it keeps the focus when a download begins and ends. */}
      <Button
        variant="default"
        leftSection={!isRunning && <IconDownload size={16} aria-hidden="true" />}
        title={isRunning ? undefined : hint}
        disabled={!isRunning && exportable === 0}
        onClick={handleClick}
      >
        {t(isRunning ? 'cancelDownload' : 'csv')}
      </Button>
      {exportable < total && <span className={styles.note}>{hint}</span>}
    </div>
  )
}
