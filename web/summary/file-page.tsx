// The part that summaries add to the file page.
import { lazyPart } from '../platform/lazy-part.tsx'
import type { FileTab } from '../transcripts/file-page.ts'

/** The Summary tab, after Tags and Parse: their keys are those of the specification (FILE-09). */
export const summaryTab: FileTab = {
  id: 'summary',
  order: 40,
  label: 'tabSummary',
  Panel: lazyPart(
    async () => (await import('./SummaryPanel.tsx')).SummaryPanel,
    ['summary', 'analysis', 'assistant', 'sections'],
  ),
}
