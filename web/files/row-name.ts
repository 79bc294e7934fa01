import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import type { KeyboardEvent, MouseEvent } from 'react'

const STEPS: Record<string, number | undefined> = { ArrowDown: 1, ArrowUp: -1 }

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const body = event.currentTarget.closest('tbody')
  if (step === undefined || !body || isCompositionKey(event.nativeEvent)) return
  const names = [...body.querySelectorAll<HTMLElement>('[data-row-name]')]
  const next = names[names.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

// The first click of a double click already opens the row; a second history entry would make Back useless.
function openOnce(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault()
}

/** Props of a row's name link: Enter opens, the arrow keys move between names. */
export const rowName = { 'data-row-name': true, onKeyDown: walk, onClick: openOnce }

/** True when a double click is on the row itself, not on a control or a dialog opened by the row. */
export function isOnRow({ target, currentTarget }: MouseEvent): boolean {
  return (
    target instanceof Element && currentTarget.contains(target) && target.closest('a, button, input, select') === null
  )
}
