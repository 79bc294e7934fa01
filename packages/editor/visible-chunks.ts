// Tracks which chunks are in or near the window. Search hits and tags are painted only there: the browser re-checks
// every painted range on each page change, and a transcript may have thousands.

/** The chunks near the window. `onChange` is called with the chunks that came near and those that left. */
export interface VisibleChunks {
  observe(chunk: Element): void
  unobserve(chunk: Element): void
  has(chunk: Element | null | undefined): boolean
  readonly chunks: ReadonlySet<Element>
  stop(): void
}

/** Margin around the window that counts as near, relative to its height. */
const MARGIN = '60%'

export function openVisibleChunks(
  scroller: HTMLElement,
  onChange: (entered: Element[], left: Element[]) => void,
): VisibleChunks {
  const near = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      const entered: Element[] = []
      const left: Element[] = []
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting === near.has(target)) continue
        if (isIntersecting) near.add(target)
        else near.delete(target)
        ;(isIntersecting ? entered : left).push(target)
      }
      if (entered.length + left.length > 0) onChange(entered, left)
    },
    { root: scroller, rootMargin: `${MARGIN} 0px` },
  )
  return {
    chunks: near,
    observe: (chunk) => observer.observe(chunk),
    unobserve(chunk) {
      observer.unobserve(chunk)
      near.delete(chunk)
    },
    has: (chunk) => chunk !== null && chunk !== undefined && near.has(chunk),
    stop: () => observer.disconnect(),
  }
}
