import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import type { EditSession } from '@kaiwa/editor/edit-session.ts'
import { useEffect, useState } from 'react'
import type { EditableBlock } from '@kaiwa/transcript'
import { type Passage, passagesOfBlock } from './tag-usage.ts'

/** The passages of a block that contain the character at `offset` (UTF-16 code units). */
function passagesAround(block: EditableBlock, offset: number): Passage[] {
  return passagesOfBlock(block).filter(
    (passage) => offset >= passage.offset && offset < passage.offset + passage.text.length,
  )
}

/** A character of a block, and the rectangle of its glyph in the window. */
interface Glyph {
  uuid: string
  offset: number
  rect: DOMRect
}

/** The character at a point of the window; null outside the transcript's text. */
function glyphAt(x: number, y: number): Glyph | null {
  const caret = document.caretPositionFromPoint?.(x, y)
  const node = caret?.offsetNode
  if (!caret || !(node instanceof Text)) return null
  const text = node.parentElement?.closest<HTMLElement>('.kaiwa-text')
  const uuid = text?.closest<HTMLElement>('[data-block]')?.dataset['block']
  if (!text || uuid === undefined) return null
  // On the right half of a character, the caret position is after it.
  const range = document.createRange()
  for (const start of [caret.offset, caret.offset - 1]) {
    if (start < 0 || start >= node.length) continue
    range.setStart(node, start)
    range.setEnd(node, start + 1)
    const rect = range.getBoundingClientRect()
    if (x < rect.left || x > rect.right || y < rect.top || y > rect.bottom) continue
    const before = document.createRange()
    before.setStart(text, 0)
    before.setEnd(node, start)
    return { uuid, offset: before.toString().length, rect }
  }
  return null
}

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
