// Registers the Report tab on the folder page.
import { lazyPart } from '../platform/lazy-part.tsx'
import type { FolderTab } from '../tree/folder-page.ts'
import { Loading } from '../ui/Loading.tsx'
import { REPORT_PARAMETERS } from './report-parameters.ts'
import { TALK_PARAMETERS } from './talk/talk-parameters.ts'

export const reportTab: FolderTab = {
  id: 'report',
  order: 25,
  number: 3,
  label: 'tabReport',
  parameters: [...REPORT_PARAMETERS, ...TALK_PARAMETERS],
  Tab: lazyPart(async () => (await import('./ReportTab.tsx')).ReportTab, ['reports', 'analysis'], <Loading />),
}
