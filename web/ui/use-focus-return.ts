// The library returns the focus of a dialog that is closed, but not of one that is removed from the page while it is open,
// as most of ours are: they are rendered only while they are needed.
import { useLayoutEffect, useState } from 'react'

/** The opener of a dialog, and what had the focus before it, in case that the opener is removed. */
const REMEMBERED = 2

/** Elements that had the focus, the latest one first. An entry of a menu is gone when its dialog opens; its button stays. */
let recent: readonly Element[] = []

function remember({ target }: FocusEvent): void {
  if (!(target instanceof Element) || target.closest('[role=menu]')) return
  recent = [target, ...recent.filter((one) => one !== target)].slice(0, REMEMBERED)
}

// Tests without a page load the parts, too.
if (typeof document !== 'undefined') document.addEventListener('focusin', remember)

function hasFocus(element: Element | null): boolean {
  return element !== null && element !== document.body && element === document.activeElement
}

/** Focuses the first element that still takes the focus, or else the content of the page, unless the focus is somewhere. */
function returnTo(openers: readonly Element[]): void {
  if (hasFocus(document.activeElement)) return
  for (const element of [...openers, document.querySelector('#content')]) {
    if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true })
    if (hasFocus(element)) return
  }
}

/**
 * When a dialog or panel is removed, returns the focus to the element that had it before. Nothing happens if the focus is on
 * the page beside a panel, or if the panel was closed by a pointer: then the player receives the keys.
 */
export function useFocusReturn(part: 'dialog' | 'panel'): void {
  const [openers] = useState(recent)
  useLayoutEffect(
    () => () => {
      const last = document.activeElement
      if (part === 'panel' && !last?.matches(':focus-visible')) return
      setTimeout(() => {
        // After other parts have moved the focus, and after the library has.
        if (part === 'dialog' || !last?.isConnected) returnTo(openers)
      }, 20)
    },
    [openers, part],
  )
}
