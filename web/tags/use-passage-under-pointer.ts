import { isConversion } from '@kaiwa/editor/is-conversion.ts'
import type { EditSession } from '@kaiwa/editor/edit-session.ts'
import { useEffect, useState } from 'react'
import { passagesAround, spotAt } from './passage-at.ts'
import type { Passage } from './usage.ts'

/** Delays (ms) before the card opens on a passage, and before it closes after the pointer has left. */
const REST_MS = 350
const AWAY_MS = 250

/** Passages under the pointer, and the rectangle of the glyph. */
export interface Pointed {
  passages: readonly Passage[]
  rect: DOMRect
}

const CARD = '[data-tag-card]'

/** The tagged passages under the mouse or tapped. They stay while the pointer is on their card. */
export function usePassageUnderPointer(session: EditSession, isOff: boolean) {
  const [pointed, setPointed] = useState<Pointed | null>(null)
  useEffect(() => {
    if (isOff) return undefined
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (x: number, y: number): Pointed | null => {
      const spot = spotAt(x, y)
      const block = spot && session.getState().document.blocks.get(spot.uuid)
      const passages = block ? passagesAround(block, spot.offset) : []
      return spot && passages.length > 0 ? { passages, rect: spot.rect } : null
    }
    const later = (ms: number, act: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(act, ms)
    }
    const handleMove = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      if (event.target instanceof Element && event.target.closest(CARD)) return clearTimeout(timer)
      const found = event.buttons === 0 ? look(event.clientX, event.clientY) : null
      if (found) later(REST_MS, () => setPointed(found))
      else later(AWAY_MS, () => setPointed(null))
    }
    const handleClick = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return
      if (event.target instanceof Element && event.target.closest(CARD)) return
      setPointed(document.getSelection()?.isCollapsed === false ? null : look(event.clientX, event.clientY))
    }
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isConversion(event)) setPointed(null)
    }
    const options = { signal: abort.signal, passive: true }
    document.addEventListener('pointermove', handleMove, options)
    document.addEventListener('click', handleClick as (event: Event) => void, options)
    document.addEventListener('keydown', handleKey, options)
    return () => {
      clearTimeout(timer)
      abort.abort()
      setPointed(null)
    }
  }, [session, isOff])
  return { pointed, forget: () => setPointed(null) }
}
