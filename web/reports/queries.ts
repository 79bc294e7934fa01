import { queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../platform/call.ts'
import type { ScopedFolder } from '../tree/folder-filter.ts'
import { type ReportState, rowsQuery, tableQuery } from './report-state.ts'

const KEY = 'reports'

/** Whether an answer has the headings of this report: one of another pair is not shown while this one is loading. */
function isOfPair(key: readonly unknown[] | undefined, { first, second }: ReportState): boolean {
  const query = key?.[3] as Partial<ReturnType<typeof tableQuery>> | undefined
  return query?.first_condition === first && query.second_condition === second
}

/** One page of the rows of a report. The previous one is shown while the next is loading. */
export function reportRowsQuery({ projectId, scope }: ScopedFolder, report: ReportState) {
  const query = { ...rowsQuery(report, { scope }), page: report.page }
  return queryOptions({
    queryKey: [KEY, 'rows', projectId, query],
    queryFn: ({ signal }) => call('listReportRows', { params: { projectId }, query }, { signal }),
    placeholderData: (previous, last) => (isOfPair(last?.queryKey, report) ? previous : undefined),
  })
}

/** Counts and minutes by both classifications. Does not depend on the chosen number. */
export function reportTableQuery({ projectId, scope }: ScopedFolder, report: ReportState) {
  const query = tableQuery(report, { scope })
  return queryOptions({
    queryKey: [KEY, 'table', projectId, query],
    queryFn: ({ signal }) => call('getReportTable', { params: { projectId }, query }, { signal }),
    placeholderData: (previous, last) => (isOfPair(last?.queryKey, report) ? previous : undefined),
  })
}

/** The speakers of the files, most frequent first, as options of a filter. */
export function reportSpeakersQuery({ projectId, scope }: ScopedFolder) {
  const query = { first_condition: 'speakers', second_condition: 'sentence', scope } as const
  return queryOptions({
    queryKey: [KEY, 'table', projectId, query],
    queryFn: ({ signal }) => call('getReportTable', { params: { projectId }, query }, { signal }),
  })
}

export function refreshReports(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [KEY] })
}
