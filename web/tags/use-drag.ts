import type { Tag } from '@kaiwa/contract/tags.ts'
import { useState } from 'react'
import type { DragEvent } from 'react'

/** Called with a tag that was let go of in front of a place of a category, or behind all (null). */
type Drop = (tag: Tag, category: number, before: number | null) => void

/** Dragging tags: what a tag that can be dragged listens to, and what a place that takes it does. */
export function useDrag(onDrop: Drop) {
  const [dragged, setDragged] = useState<Tag | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const stop = () => {
    setDragged(null)
    setOver(null)
  }
  return {
    source: (tag: Tag) => ({ draggable: true, onDragStart: () => setDragged(tag), onDragEnd: stop }),
    goal: (category: number, before: number | null) => {
      const key = `${category} ${before ?? ''}`
      return {
        'data-over': over === key || undefined,
        onDragOver: (event: DragEvent) => {
          if (!dragged) return
          event.preventDefault()
          event.stopPropagation()
          setOver(key)
        },
        onDrop: (event: DragEvent) => {
          event.preventDefault()
          event.stopPropagation()
          if (dragged) onDrop(dragged, category, before)
          stop()
        },
      }
    },
  }
}
