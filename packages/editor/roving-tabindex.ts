import { isCompositionKey } from './is-composition-key.ts'

const BUTTONS = '.kaiwa-time, [data-action]'

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 }

/**
 * Makes the buttons of all blocks a single tab stop (roving tabindex). Tab focuses the button used last, at first the
 * first time; up and down move between blocks, left and right between the buttons of one. Blocks hidden by the speaker
 * filter are skipped. `reveal` makes the buttons of a block. Call the returned function after blocks were replaced.
 */
export function openRovingTabindex(
  root: HTMLElement,
  { signal, reveal }: { signal: AbortSignal; reveal: (block: HTMLElement) => void },
): () => void {
  let stop: HTMLElement | null = null
  const setStop = (button: HTMLElement | null) => {
    if (stop) stop.tabIndex = -1
    stop = button
    if (stop) stop.tabIndex = 0
  }
  const isVisible = (element: HTMLElement) => element.getClientRects().length > 0

  /** The element of the same level (block, chunk, group) before or after `element`, also in another parent. */
  const neighbourOf = (element: Element, step: 1 | -1): Element | null => {
    const sibling = step > 0 ? element.nextElementSibling : element.previousElementSibling
    const parent = element.parentElement
    if (sibling || !parent || parent === root) return sibling
    const beyond = neighbourOf(parent, step)
    return (step > 0 ? beyond?.firstElementChild : beyond?.lastElementChild) ?? null
  }

  /** The next visible block in a direction. */
  const adjacentBlock = (block: Element, step: 1 | -1): HTMLElement | null => {
    let next: Element | null = block
    do {
      next = neighbourOf(next, step)
    } while (next instanceof HTMLElement && !isVisible(next))
    return next instanceof HTMLElement ? next : null
  }

  const neighbour = (from: HTMLElement, key: string): HTMLElement | null => {
    const step = STEPS[key]!
    const block = from.closest('.kaiwa-block')
    if (!block) return null
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const adjacent = adjacentBlock(block, step)
      if (adjacent) reveal(adjacent)
      return adjacent?.querySelector('.kaiwa-time') ?? null
    }
    const own = [...block.querySelectorAll<HTMLElement>(BUTTONS)].filter(isVisible)
    return own[own.indexOf(from) + step] ?? null
  }

  root.addEventListener(
    'focusin',
    (event) => {
      if (event.target instanceof HTMLElement && event.target.matches(BUTTONS)) setStop(event.target)
    },
    { signal },
  )
  root.addEventListener(
    'keydown',
    (event) => {
      if (isCompositionKey(event)) return
      const { target, key } = event
      if (!(target instanceof HTMLElement) || !target.matches(BUTTONS) || !(key in STEPS)) return
      event.preventDefault()
      // Outside the buttons, ← and → seek in the recording.
      event.stopPropagation()
      neighbour(target, key)?.focus()
    },
    { signal },
  )
  const refresh = () => {
    if (!stop?.isConnected) setStop(root.querySelector<HTMLElement>('.kaiwa-time'))
  }
  refresh()
  return refresh
}
