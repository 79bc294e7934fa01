import type { Project } from '@kaiwa/contract/workspace.ts'
import { Button } from '@mantine/core'
import { IconReportAnalytics, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { removeFirstView } from '../platform/first-view.ts'
import { useUrlParameters } from '../platform/use-url-parameters.ts'
import { useScopedFolder } from '../tree/FolderFilter.tsx'
import { useFolderFigures } from '../tree/use-folder-figures.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Paginator } from '../ui/Paginator.tsx'
import { CrossTable } from './CrossTable.tsx'
import styles from './FolderReport.module.css'
import { refreshReports, reportRowsQuery, reportTableQuery } from './queries.ts'
import { ReportControls } from './ReportControls.tsx'
import { ReportDownload } from './ReportDownload.tsx'
import { countFilters, NO_FILTERS, readReport, type ReportState, writeReport } from './report-state.ts'
import { ReportRows } from './ReportRows.tsx'

/** The report of the URL. Changes while typing replace the entry of the browser history, and so does `correct`. */
function useReport() {
  const [search, setSearch] = useUrlParameters()
  const write = (next: Partial<ReportState>, replace: boolean) =>
    setSearch((current) => writeReport(current, next), { replace })
  const change = (next: Partial<ReportState>) =>
    write(next, Object.keys(next).length === 1 && ('text' in next || 'keyword' in next))
  return { report: readReport(search), change, correct: (next: Partial<ReportState>) => write(next, true) }
}

/** The Report tab of a folder (REP-01): two classifications, filters, totals and rows. */
export function FolderReport({ project }: { project: Project }) {
  const { t } = useTranslation('reports')
  const client = useQueryClient()
  const { report, change, correct } = useReport()
  const scoped = useScopedFolder(project.id)
  const rows = useQuery(reportRowsQuery(scoped, report))
  const table = useQuery(reportTableQuery(scoped, report))
  useFolderFigures(project.id, () => void refreshReports(client))
  const heading = useRef<HTMLHeadingElement>(null)
  const { page, cell } = report
  // The last page became empty after a change by someone.
  const last = rows.data?.last_page ?? page
  useEffect(() => {
    if (!rows.isPlaceholderData && page > last) correct({ page: last })
  })
  const hasData = rows.data !== undefined && table.data !== undefined
  useEffect(() => {
    if (hasData) removeFirstView()
  }, [hasData])
  const handleCell = (chosen: ReportState['cell']) => {
    change({ cell: chosen, page: 1 })
    heading.current?.scrollIntoView({ block: 'nearest' })
    heading.current?.focus()
  }
  const hasFilters = countFilters(report) > 0
  const isEmpty = rows.data?.total === 0 && !cell
  const error = rows.error ?? table.error
  return (
    <>
      <div className={styles.page}>
        <ReportControls projectId={project.id} report={report} onChange={change}>
          {rows.data && (project.can.export_report || rows.data.exportable > 0) && (
            <ReportDownload scoped={scoped} report={report} total={rows.data.total} exportable={rows.data.exportable} />
          )}
        </ReportControls>
        <div className={styles.content} aria-busy={rows.isPlaceholderData || table.isPlaceholderData}>
          {error && !hasData ? (
            <FailedState error={error} onRetry={() => void Promise.all([rows.refetch(), table.refetch()])} />
          ) : !rows.data || !table.data ? (
            <Loading />
          ) : isEmpty ? (
            <EmptyState
              icon={
                hasFilters ? (
                  <IconSearch size={36} stroke={1.25} aria-hidden="true" />
                ) : (
                  <IconReportAnalytics size={36} stroke={1.25} aria-hidden="true" />
                )
              }
              title={hasFilters ? t('noMatchTitle') : t('emptyTitle')}
              text={
                hasFilters
                  ? t('noMatchText')
                  : t(report.first === 'tags' || report.second === 'tags' ? 'noTagsText' : 'emptyText')
              }
            >
              {hasFilters && (
                <Button variant="default" onClick={() => change(NO_FILTERS)}>
                  {t('clearFilters')}
                </Button>
              )}
            </EmptyState>
          ) : (
            <>
              <CrossTable report={report} table={table.data} onChange={change} onCell={handleCell} />
              <ReportRows
                heading={heading}
                report={report}
                table={table.data}
                rows={rows.data.data}
                total={rows.data.total}
                onClear={() => {
                  change({ cell: null, page: 1 })
                  // The button that was pressed is removed.
                  heading.current?.focus()
                }}
              />
            </>
          )}
        </div>
      </div>
      {rows.data && (
        <Paginator
          current={rows.data.current_page}
          last={rows.data.last_page}
          onChange={(next) => {
            change({ page: next })
            heading.current?.scrollIntoView({ block: 'start' })
          }}
        />
      )}
    </>
  )
}
