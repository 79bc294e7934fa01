// The current drag within the page and its hovered folder. A store outside React: browsers do not reveal the dragged
// data before the drop, but a folder must know whether it accepts it.
import type { DragEvent } from 'react'
import { makeListeners } from '../platform/listeners.ts'
import type { ItemsToMove } from './moving.ts'

interface Drag {
  moving: ItemsToMove | null
  overId: number | null
}

const NONE: Drag = { moving: null, overId: null }
let drag: Drag = NONE
const { subscribe, notify } = makeListeners()

function change(next: Drag): void {
  drag = next
  notify()
}

export const dragStore = {
  read: (): Drag => drag,
  subscribe,
}

/** Starts a drag; `label` is the text for other programs. */
export function startDrag(event: DragEvent, moving: ItemsToMove, label: string): void {
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData('text/plain', label)
  change({ moving, overId: null })
}

export function endDrag(): void {
  return change(NONE)
}

export function dragOver(overId: number | null): void {
  if (drag.overId !== overId) change({ ...drag, overId })
}
