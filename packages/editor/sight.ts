// Tracks which chunks are in or near the window. Search hits and tags are painted only there: the browser re-checks
// every painted range on each page change, and a transcript may have thousands.

/** The chunks near the window. `onChange` is called with those that came near and those that left. */
export interface Sight {
  watch(chunk: Element): void
  forget(chunk: Element): void
  has(chunk: Element | null | undefined): boolean
  readonly near: ReadonlySet<Element>
  stop(): void
}

/** Margin around the window that counts as near, relative to its height. */
const MARGIN = '60%'

export function openSight(scroller: HTMLElement, onChange: (came: Element[], went: Element[]) => void): Sight {
  const near = new Set<Element>()
  const observer = new IntersectionObserver(
    (entries) => {
      const came: Element[] = []
      const went: Element[] = []
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting === near.has(target)) continue
        if (isIntersecting) near.add(target)
        else near.delete(target)
        ;(isIntersecting ? came : went).push(target)
      }
      if (came.length + went.length > 0) onChange(came, went)
    },
    { root: scroller, rootMargin: `${MARGIN} 0px` },
  )
  return {
    near,
    watch: (chunk) => observer.observe(chunk),
    forget(chunk) {
      observer.unobserve(chunk)
      near.delete(chunk)
    },
    has: (chunk) => chunk !== null && chunk !== undefined && near.has(chunk),
    stop: () => observer.disconnect(),
  }
}
