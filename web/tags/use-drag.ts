import type { Tag } from '@kaiwa/contract/tags.ts'
import { useState } from 'react'
import type { DragEvent } from 'react'

/** Called when a tag is dropped before an index of a category, or at its end (null). */
type Drop = (tag: Tag, category: number, before: number | null) => void

/** Drag and drop of tags: props for draggable tags and for drop targets. */
export function useDrag(onDrop: Drop) {
  const [dragged, setDragged] = useState<Tag | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const stop = () => {
    setDragged(null)
    setOver(null)
  }
  return {
    source: (tag: Tag) => ({ draggable: true, onDragStart: () => setDragged(tag), onDragEnd: stop }),
    dropTarget: (category: number, before: number | null) => {
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
