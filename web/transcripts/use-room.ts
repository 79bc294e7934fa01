// Closes panels beside the text until the text has its minimum width. On a notebook, sections, tags, comments and AI Chat
// together would leave one character per line.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Pixels that the text keeps: about twenty characters in a line, with times and speakers. */
const MIN_TEXT = 400

interface OpenPanel {
  element: HTMLElement
  close: () => void
}

/** The open panels in the order in which they were opened. */
const panels = new Set<OpenPanel>()

/**
 * Closes the panels that were opened first until the text has room. Call when a panel has been added to the page. Only a
 * press of its button closes others: a panel that is open when a page is opened is a setting of a wider window. Safari does
 * not focus a button that is pressed by a pointer; there the columns scroll.
 */
export function makeRoom(): void {
  const text = document.querySelector('[data-text-pane]')
  if (!text || !document.activeElement?.matches('button[aria-expanded=true]')) return
  let room = text.clientWidth
  // A hidden text belongs to another tab of the file.
  if (room === 0) return
  for (const { element, close } of panels) {
    if (room >= MIN_TEXT) return
    room += element.offsetWidth
    close()
  }
}

/** Closes other panels if this one leaves too little room, and this one when a later one does. */
export function useRoom(panel: RefObject<HTMLElement | null>, onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return undefined
    makeRoom()
    const opened = { element, close: () => latest.current() }
    panels.add(opened)
    return () => {
      panels.delete(opened)
    }
  }, [panel])
}
