// Parts that the analysis adds to the file page.
import { lazyPart } from '../platform/lazy-part.tsx'
import type { FileTab } from '../transcripts/file-page.ts'

/** The Parse tab (ANA-01). */
export const analysisTab: FileTab = {
  id: 'parse',
  order: 30,
  label: 'tabParse',
  Panel: lazyPart(async () => (await import('./AnalysisPanel.tsx')).AnalysisPanel, ['analysis']),
}
