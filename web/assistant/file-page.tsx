// The part that the assistant adds to the file page: it shows the citation that was pressed.
import { lazyPart } from '../platform/lazy-part.tsx'
import type { Panel, PanelProps } from '../transcripts/file-page.ts'
import { useCited } from './cited.ts'

const CitedPassage = lazyPart(async () => (await import('./CitedPassage.tsx')).CitedPassage)

function Citations(props: PanelProps) {
  const cited = useCited()
  return cited && <CitedPassage cited={cited} {...props} />
}

export const citedPassage: Panel = { id: 'citations', order: 90, side: 'right', Panel: Citations }
