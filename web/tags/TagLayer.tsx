import { useEffect, useMemo } from 'react'
import { lazyPart } from '../platform/lazy-part.tsx'
import type { OverlayProps } from '../transcripts/file-page.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { useTagEvents, useTags } from './queries.ts'
import { useLockedBlocks } from './use-locked-blocks.ts'
import { usePassageUnderPointer } from './use-passage-under-pointer.ts'

const TagCard = lazyPart(async () => (await import('./TagCard.tsx')).TagCard, ['tags'])

/** Tags in the transcript: their colours, and the card of a passage. */
export function TagLayer({ view, selected }: OverlayProps) {
  const { file, session } = useOpenFile()
  const { data: tags } = useTags()
  const lockedBlocks = useLockedBlocks()
  useTagEvents(file.id)
  const colours = useMemo(() => new Map(tags?.map(({ id, appearance }) => [id, appearance])), [tags])
  useEffect(() => view?.setTagColours(colours), [view, colours])

  const { pointed, clear } = usePassageUnderPointer(session, selected !== null)
  if (!pointed || selected) return null
  const isLocked = pointed.passages.some(({ uuid }) => lockedBlocks.has(uuid))
  return <TagCard pointed={pointed} isLocked={isLocked} onClose={clear} />
}
