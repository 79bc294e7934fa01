import { type RefObject, useEffect } from 'react'

/** A button that shows a part of the page and has the focus of the keyboard. A press of a pointer does not match. */
const PRESSED_BY_KEYBOARD = 'button[aria-expanded=true]:focus-visible'

/**
 * Moves the focus to an element of a panel that a button has just shown, if the button was pressed by keyboard, or if the
 * panel itself has the focus because the element was loading.
 */
export function useFocusFromButton(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement: focused } = document
    if (focused?.matches(PRESSED_BY_KEYBOARD) || (focused && focused === target.current?.closest('aside')))
      target.current?.focus({ preventScroll: true })
  }, [target])
}
