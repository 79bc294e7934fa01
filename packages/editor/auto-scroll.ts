import { isCompositionKey } from './is-composition-key.ts'

// Auto-scroll during playback. Any scroll by the user pauses it; only the user's 'back to the playing position' resumes
// it. Scroll events do not show who scrolled (layout scrolls the page too), so user scrolling is detected by wheel,
// touch, scrollbar and scroll keys.

export interface AutoScroll {
  /**
   * Scrolls the element into the comfortable band of the window when following is active and it is outside the band.
   */
  keepInView(target: HTMLElement): void
  /** Scrolls to the element in any state. For jumps that the user requested. */
  jump(target: HTMLElement): void
  pause(): void
  resume(): void
  readonly active: boolean
  stop(): void
}

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End'])
/** Band in which the followed block may be, and its position after a scroll, as fractions of the window height. */
const BAND = { top: 0.1, bottom: 0.65, target: 0.28 }
/** Frames during which a jump is corrected while skipped chunks near the target get their real height. */
const CORRECTION_FRAMES = 6

function prefersReducedMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** `scroller` is the scrolling element. `onChange` is called when following pauses or resumes. */
export function openAutoScroll(scroller: HTMLElement, onChange: (active: boolean) => void): AutoScroll {
  let active = true
  let frame = 0
  const abort = new AbortController()

  const set = (next: boolean) => {
    if (!next) cancelAnimationFrame(frame)
    if (next === active) return
    active = next
    onChange(next)
  }
  const pause = () => set(false)
  const listen = { signal: abort.signal, passive: true } as const
  scroller.addEventListener('wheel', pause, listen)
  scroller.addEventListener('touchmove', pause, listen)
  scroller.addEventListener(
    'keydown',
    (event) => SCROLL_KEYS.has(event.key) && !isCompositionKey(event) && pause(),
    listen,
  )
  scroller.addEventListener(
    'pointerdown',
    (event) => event.target === scroller && event.offsetX >= scroller.clientWidth && pause(),
    listen,
  )

  /** Distance in pixels between `target` and its intended position in the window. */
  const distance = (target: HTMLElement) =>
    target.getBoundingClientRect().top - scroller.getBoundingClientRect().top - scroller.clientHeight * BAND.target

  const correctPosition = (target: HTMLElement, left: number) => {
    frame = requestAnimationFrame(() => {
      const off = distance(target)
      if (Math.abs(off) > 2) scroller.scrollBy({ top: off, behavior: 'instant' })
      if (left > 1) correctPosition(target, left - 1)
    })
  }

  const scrollTo = (target: HTMLElement) => {
    cancelAnimationFrame(frame)
    const off = distance(target)
    const near = Math.abs(off) < scroller.clientHeight * 1.5
    if (near && !prefersReducedMotion()) {
      scroller.scrollBy({ top: off, behavior: 'smooth' })
      return
    }
    scroller.scrollBy({ top: off, behavior: 'instant' })
    correctPosition(target, CORRECTION_FRAMES)
  }

  const inBand = (target: HTMLElement) => {
    const window = scroller.getBoundingClientRect()
    const { top, bottom } = target.getBoundingClientRect()
    const upper = window.top + window.height * BAND.top
    const lower = window.top + window.height * BAND.bottom
    return top >= upper && (bottom <= lower || top <= window.top + window.height * BAND.target)
  }

  /** True while the user selects text in the transcript; auto-scroll would move it away. */
  const selecting = () => {
    const selection = document.getSelection()
    return selection !== null && !selection.isCollapsed && scroller.contains(selection.anchorNode)
  }

  return {
    keepInView(target) {
      if (active && !selecting() && !inBand(target)) scrollTo(target)
    },
    jump: scrollTo,
    pause,
    resume: () => set(true),
    get active() {
      return active
    },
    stop() {
      cancelAnimationFrame(frame)
      abort.abort()
    },
  }
}
