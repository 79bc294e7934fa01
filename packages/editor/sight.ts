// Which chunks are in the window or near it. What is painted over the text (hits, tags) is painted there only: the
// browser looks at every painted range again whenever the page changes, and a transcript may hold thousands.

/** The chunks near the window; `onChange` hears of those that came and went. */
export interface Sight {
  watch(chunk: Element): void
  forget(chunk: Element): void
  has(chunk: Element | null | undefined): boolean
  readonly near: ReadonlySet<Element>
  stop(): void
}

/** How far beyond the window counts as near, in shares of its height. */
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
