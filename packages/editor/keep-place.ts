/**
 * Runs a change of the page and keeps the first block in the window where it is. Browsers without scroll anchoring would
 * move the text by what is added above it.
 */
export function keepPlace(scroller: HTMLElement, chunks: Iterable<Element>, change: () => void): void {
  const top = scroller.getBoundingClientRect().top
  const anchor = [...chunks]
    .filter((chunk) => chunk.isConnected)
    .flatMap((chunk) => [...chunk.children])
    .map((block) => ({ block, box: block.getBoundingClientRect() }))
    .filter(({ box }) => box.height > 0 && box.bottom > top)
    .sort((a, b) => a.box.top - b.box.top)[0]
  change()
  if (!anchor?.block.isConnected) return
  const moved = anchor.block.getBoundingClientRect().top - anchor.box.top
  if (moved !== 0) scroller.scrollBy({ top: moved, behavior: 'instant' })
}
