// Registers the Report tab on the folder page.
import { lazyPart } from '../platform/lazy-part.tsx'
import type { FolderTab } from '../tree/folder-page.ts'
import { Loading } from '../ui/Loading.tsx'
import { REPORT_PARAMETERS } from './report-parameters.ts'

export const reportTab: FolderTab = {
  id: 'report',
  order: 25,
  number: 3,
  label: 'tabReport',
  parameters: REPORT_PARAMETERS,
  Tab: lazyPart(async () => (await import('./FolderReport.tsx')).FolderReport, ['reports'], <Loading />),
}
