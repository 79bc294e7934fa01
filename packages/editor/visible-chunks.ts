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

/** Reports for some chunks whether they are near now. */
type Report = (states: readonly { readonly chunk: Element; readonly isNear: boolean }[]) => void

/** Reports which of the observed chunks are near the window. */
interface Watcher {
  observe(chunk: Element): void
  unobserve(chunk: Element): void
  stop(): void
}

const EVENT = 'contentvisibilityautostatechange'

/**
 * Asks the browser, which decides for itself which chunks it draws (`content-visibility`). An observer of our own would
 * measure every chunk again in each frame, which is a fifth of a keystroke in a long transcript.
 */
function watchContentVisibility(report: Report): Watcher {
  const handle = (event: Event) => {
    const { skipped } = event as ContentVisibilityAutoStateChangeEvent
    if (event.target === event.currentTarget) report([{ chunk: event.target as Element, isNear: !skipped }])
  }
  const observed = new Set<Element>()
  const unobserve = (chunk: Element) => {
    observed.delete(chunk)
    chunk.removeEventListener(EVENT, handle)
  }
  return {
    observe(chunk) {
      observed.add(chunk)
      chunk.addEventListener(EVENT, handle)
    },
    unobserve,
    stop() {
      for (const chunk of observed) unobserve(chunk)
    },
  }
}

/** Margin around the window that counts as near, relative to its height. */
const MARGIN = '60%'

/** For browsers without the event. */
function watchIntersections(scroller: HTMLElement, report: Report): Watcher {
  const observer = new IntersectionObserver(
    (entries) => report(entries.map(({ target, isIntersecting }) => ({ chunk: target, isNear: isIntersecting }))),
    { root: scroller, rootMargin: `${MARGIN} 0px` },
  )
  return {
    observe: (chunk) => observer.observe(chunk),
    unobserve: (chunk) => observer.unobserve(chunk),
    stop: () => observer.disconnect(),
  }
}

export function openVisibleChunks(
  scroller: HTMLElement,
  onChange: (entered: Element[], left: Element[]) => void,
): VisibleChunks {
  const near = new Set<Element>()
  const report: Report = (states) => {
    const entered: Element[] = []
    const left: Element[] = []
    for (const { chunk, isNear } of states) {
      if (isNear === near.has(chunk)) continue
      if (isNear) near.add(chunk)
      else near.delete(chunk)
      ;(isNear ? entered : left).push(chunk)
    }
    if (entered.length + left.length > 0) onChange(entered, left)
  }
  const watcher =
    `on${EVENT}` in HTMLElement.prototype ? watchContentVisibility(report) : watchIntersections(scroller, report)
  return {
    chunks: near,
    observe: watcher.observe,
    unobserve(chunk) {
      watcher.unobserve(chunk)
      near.delete(chunk)
    },
    has: (chunk) => chunk !== null && chunk !== undefined && near.has(chunk),
    stop: watcher.stop,
  }
}
