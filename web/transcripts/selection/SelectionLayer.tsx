import type { BlockRange } from '@kaiwa/transcript'
import { useEffect, useState } from 'react'
import { lazyPart } from '../../platform/lazy-part.tsx'
import { filePage, type SelectionEntry, type SelectionPart } from '../file-page.ts'
import { useOpenFile } from '../open-file.ts'
import type { SelectedText } from './selected-text.ts'
import { useSelectedText } from './use-selected-text.ts'
import type { SelectionPopoverProps } from './SelectionPopover.tsx'

async function loadAll<P>(entries: readonly SelectionEntry<P>[]) {
  return Promise.all(entries.map(async (entry) => ({ ...entry, Content: await entry.load() })))
}

type Props = Omit<SelectionPopoverProps, 'actions' | 'panels'>

const Popover = lazyPart<Props>(async () => {
  const [{ SelectionPopover }, actions, panels] = await Promise.all([
    import('./SelectionPopover.tsx'),
    loadAll(filePage.selectionActions.list()),
    loadAll(filePage.selectionPanels.list()),
  ])
  return (props) => <SelectionPopover {...props} actions={actions} panels={panels} />
}, ['selection'])

interface LayerProps {
  /** The selection as the editor reports it. */
  ranges: readonly BlockRange[] | null
  isEditing: boolean
  /** Receives the selection whose popover is open. Stable. */
  onSelected: (selected: SelectedText | null) => void
}

/** Loaded with the first selection: the popover of selected text, and the part that one of its actions has opened. */
export function SelectionLayer({ ranges, isEditing, onSelected }: LayerProps) {
  const { file } = useOpenFile()
  const { selected, dismiss } = useSelectedText(ranges)
  useEffect(() => onSelected(selected), [selected, onSelected])
  const [opened, setOpened] = useState<{ Part: SelectionPart; selected: SelectedText } | null>(null)
  const entries = [...(isEditing ? [] : filePage.selectionActions.list()), ...filePage.selectionPanels.list()]
  const isOffered = selected !== null && entries.some(({ isAvailable }) => isAvailable(file))
  const handleOpen = (Part: SelectionPart) => {
    if (selected) setOpened({ Part, selected })
    dismiss()
  }
  return (
    <>
      {isOffered && <Popover selected={selected} isEditing={isEditing} onOpen={handleOpen} onClose={dismiss} />}
      {opened && <opened.Part selected={opened.selected} onClose={() => setOpened(null)} />}
    </>
  )
}
