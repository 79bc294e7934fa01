/** Pixels between the points at which a block is looked for. */
const STEP = 16

function firstBlockInView(text: Element): Element | null {
  const { left, width, top, bottom } = text.getBoundingClientRect()
  for (let y = Math.max(0, top); y < Math.min(innerHeight, bottom); y += STEP) {
    const block = document.elementFromPoint(left + width / 2, y)?.closest('.kaiwa-block')
    if (block && text.contains(block)) return block
  }
  return null
}

/**
 * Focuses the text in edit mode, with the caret at the start of the block that is being played, or else of the first block
 * in view. Scrolls nothing. Does nothing outside of edit mode.
 */
export function focusText(): void {
  const text = document.querySelector<HTMLElement>('.kaiwa-transcript[contenteditable=true]')
  if (!text) return
  const block = text.querySelector('.kaiwa-block[data-current]') ?? firstBlockInView(text)
  text.focus({ preventScroll: true })
  const line = block?.querySelector('.kaiwa-text')
  if (line) document.getSelection()?.collapse(line.firstChild ?? line, 0)
}
