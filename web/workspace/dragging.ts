// What is being dragged within the page, and over which folder it is. A store outside React: the browser tells nobody what
// a drag carries before it is dropped, yet a folder must know at once whether it would take it.
import type { DragEvent } from 'react'
import type { Cargo } from './moving.ts'

type Drag = { cargo: Cargo | null; overId: number | null }

const NONE: Drag = { cargo: null, overId: null }
let drag: Drag = NONE
const listeners = new Set<() => void>()

const change = (next: Drag): void => {
  drag = next
  for (const listener of listeners) listener()
}

export const dragStore = {
  read: (): Drag => drag,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Begins a drag of ours; `label` is what it is to other programs. */
export const startDrag = (event: DragEvent, cargo: Cargo, label: string): void => {
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData('text/plain', label)
  change({ cargo, overId: null })
}

export const endDrag = (): void => change(NONE)

export const dragOver = (overId: number | null): void => {
  if (drag.overId !== overId) change({ ...drag, overId })
}
