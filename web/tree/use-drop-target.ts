import type { Item } from '@kaiwa/contract/items.ts'
import { type DragEvent, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import { dragOver, dragStore, endDrag } from './dragging.ts'
import { MoveContext } from './move-context.ts'
import { acceptsItems } from './moving.ts'

/** Delay in milliseconds after which a folder opens under a drag. */
const OPEN_MS = 700

export interface DropHandlers {
  onDragOver?: (event: DragEvent) => void
  onDragLeave?: (event: DragEvent) => void
  onDrop?: (event: DragEvent) => void
}

/** Makes a folder a drop target if moving is permitted. `onHold` is called when a drag stays over it. */
export function useDropTarget(folder: Item | undefined, onHold?: () => void) {
  const move = useContext(MoveContext)
  const isOver = useSyncExternalStore(
    dragStore.subscribe,
    () => folder !== undefined && dragStore.read().overId === folder.id,
  )
  const hold = useRef(onHold)
  useEffect(() => {
    hold.current = onHold
  })
  useEffect(() => {
    if (!isOver) return undefined
    const timer = setTimeout(() => hold.current?.(), OPEN_MS)
    return () => clearTimeout(timer)
  }, [isOver])
  const handlers: DropHandlers = folder
    ? {
        onDragOver: (event) => {
          const { moving } = dragStore.read()
          if (!moving || !acceptsItems(folder, moving)) return
          event.preventDefault()
          event.dataTransfer.dropEffect = 'move'
          dragOver(folder.id)
        },
        onDragLeave: (event) => {
          const into = event.relatedTarget
          if (!(into instanceof Node && event.currentTarget.contains(into))) dragOver(null)
        },
        onDrop: (event) => {
          const { moving } = dragStore.read()
          if (!moving || !acceptsItems(folder, moving)) return
          event.preventDefault()
          endDrag()
          move(moving, folder.id)
        },
      }
    : {}
  return { isOver, handlers }
}
