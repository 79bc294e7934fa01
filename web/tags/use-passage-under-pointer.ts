import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import type { EditSession } from '@kaiwa/editor/edit-session.ts'
import { useEffect, useState } from 'react'
import { passagesAround, glyphAt } from './passage-at.ts'
import type { Passage } from './tag-usage.ts'

/** Delays (ms) before the card opens on a passage, and before it closes after the pointer has left. */
const OPEN_DELAY_MS = 350
const CLOSE_DELAY_MS = 250

/** Passages under the pointer, and the rectangle of the glyph. */
export interface HoveredPassages {
  passages: readonly Passage[]
  rect: DOMRect
}

const CARD = '[data-tag-card]'

/** The tagged passages under the mouse or tapped. They stay while the pointer is on their card. */
export function usePassageUnderPointer(session: EditSession, isOff: boolean) {
  const [pointed, setPointed] = useState<HoveredPassages | null>(null)
  useEffect(() => {
    if (isOff) return undefined
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const findPassages = (x: number, y: number): HoveredPassages | null => {
      const glyph = glyphAt(x, y)
      const block = glyph && session.getState().document.blocks.get(glyph.uuid)
      const passages = block ? passagesAround(block, glyph.offset) : []
      return glyph && passages.length > 0 ? { passages, rect: glyph.rect } : null
    }
    const schedule = (ms: number, act: () => void) => {
      clearTimeout(timer)
      timer = setTimeout(act, ms)
    }
    const handleMove = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      if (event.target instanceof Element && event.target.closest(CARD)) return clearTimeout(timer)
      const found = event.buttons === 0 ? findPassages(event.clientX, event.clientY) : null
      if (found) schedule(OPEN_DELAY_MS, () => setPointed(found))
      else schedule(CLOSE_DELAY_MS, () => setPointed(null))
    }
    const handleClick = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return
      if (event.target instanceof Element && event.target.closest(CARD)) return
      setPointed(document.getSelection()?.isCollapsed === false ? null : findPassages(event.clientX, event.clientY))
    }
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isCompositionKey(event)) setPointed(null)
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
  return { pointed, clear: () => setPointed(null) }
}
