import type { TextSelected, TranscriptView } from '@kaiwa/editor'
import { useEffect, useMemo } from 'react'
import { lazyPart } from '../platform/lazy-part.tsx'
import { useOpenFile } from '../transcripts/open-file.ts'
import { useTagEvents, useTags } from './queries.ts'
import { useLockedBlocks } from './use-locked-blocks.ts'
import { usePassageUnderPointer } from './use-passage-under-pointer.ts'
import { useSelectedText } from './use-selected-text.ts'

const TagPopover = lazyPart(async () => (await import('./TagPopover.tsx')).TagPopover, ['tags'])
const TagCard = lazyPart(async () => (await import('./TagCard.tsx')).TagCard, ['tags'])

interface Props {
  view: TranscriptView | null
  selection: TextSelected | null
}

/** Tags in the transcript: their colours, the popover of a selection, and the card of a passage. */
export function TagLayer({ view, selection }: Props) {
  const { file, session } = useOpenFile()
  const { data: tags } = useTags()
  const lockedBlocks = useLockedBlocks()
  useTagEvents(file.id)
  const colours = useMemo(() => new Map(tags?.map(({ id, appearance }) => [id, appearance])), [tags])
  useEffect(() => view?.setTagColours(colours), [view, colours])

  const { selected, dismiss } = useSelectedText(file.can.edit ? (selection?.ranges ?? null) : null)
  const { pointed, clear } = usePassageUnderPointer(session, selected !== null)
  const isLocked = (targets: readonly { uuid: string }[]) => targets.some(({ uuid }) => lockedBlocks.has(uuid))
  return (
    <>
      {selected && <TagPopover selected={selected} isLocked={isLocked(selected.ranges)} onClose={dismiss} />}
      {pointed && !selected && <TagCard pointed={pointed} isLocked={isLocked(pointed.passages)} onClose={clear} />}
    </>
  )
}
