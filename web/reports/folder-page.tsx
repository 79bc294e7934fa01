// Registers the Report tab on the folder page.
import { loadTexts, type TextName } from '../platform/i18n.ts'
import { lazyPart } from '../platform/lazy-part.tsx'
import type { FolderTab } from '../tree/folder-page.ts'
import { Loading } from '../ui/Loading.tsx'
import { REPORT_PARAMETERS } from './report-parameters.ts'
import { TALK_PARAMETERS } from './talk/talk-parameters.ts'

const TEXTS: readonly TextName[] = ['reports', 'analysis']

function load() {
  return import('./ReportTab.tsx')
}

async function prefetch(projectId: number, search: URLSearchParams): Promise<void> {
  const [{ prefetchReport }] = await Promise.all([import('./prefetch-report.ts'), load(), loadTexts(TEXTS)])
  prefetchReport(projectId, search)
}

export const reportTab: FolderTab = {
  id: 'report',
  order: 25,
  number: 3,
  label: 'tabReport',
  parameters: [...REPORT_PARAMETERS, ...TALK_PARAMETERS],
  // The tab itself loads what could not be loaded early.
  prefetch: (projectId, search) => void prefetch(projectId, search).catch(() => undefined),
  Tab: lazyPart(async () => (await load()).ReportTab, TEXTS, <Loading />),
}
