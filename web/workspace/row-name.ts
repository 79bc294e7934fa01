import { isConversion } from '@kaiwa/editor/is-conversion.ts'
import type { KeyboardEvent, MouseEvent } from 'react'

const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const step = STEPS[event.key]
  const body = event.currentTarget.closest('tbody')
  if (step === undefined || !body || isConversion(event.nativeEvent)) return
  const names = [...body.querySelectorAll<HTMLElement>('[data-row-name]')]
  const next = names[names.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

// The first click of a double click has opened the row already; a second entry in the history would make Back useless.
const openOnce = (event: MouseEvent): void => {
  if (event.detail > 1) event.preventDefault()
}

/** Of the link that a row's name is: Enter opens, the arrow keys walk from name to name. */
export const rowName = { 'data-row-name': true, onKeyDown: walk, onClick: openOnce }

/** Whether a double click means the row itself, and not a control in it or a dialog that the row has opened. */
export const meansRow = ({ target, currentTarget }: MouseEvent): boolean =>
  target instanceof Element && currentTarget.contains(target) && target.closest('a, button, input, select') === null
