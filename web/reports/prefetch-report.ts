// Requests the data of the Report tab while the folder page is loading. Loaded with the tab's code.
import { queryClient } from '../platform/query-client.ts'
import { readFilter, scopedFolderOf } from '../tree/folder-filter.ts'
import { reportRowsQuery, reportTableQuery } from './queries.ts'
import { readReport } from './report-state.ts'
import { folderTalkQuery } from './talk/queries.ts'
import { isTalkShown, readTalk } from './talk/talk-state.ts'

export function prefetchReport(projectId: number, search: URLSearchParams): void {
  const scoped = scopedFolderOf(projectId, readFilter(search))
  if (isTalkShown(search)) void queryClient.prefetchQuery(folderTalkQuery(scoped, readTalk(search)))
  else {
    const report = readReport(search)
    void queryClient.prefetchQuery(reportRowsQuery(scoped, report))
    void queryClient.prefetchQuery(reportTableQuery(scoped, report))
  }
}
