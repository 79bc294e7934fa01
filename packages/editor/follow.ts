import { isConversion } from './is-conversion.ts'

// Playback leads the reader's eye until the reader takes the wheel: any scroll of theirs pauses following, and only
// their own word ('back to the playing position') resumes it. Scroll events cannot tell who scrolled (layout moves the
// page too), so the reader is known by their hands: wheel, touch, scrollbar and the scrolling keys.

export interface Follow {
  /** Brings the element into the comfortable band of the window, if following and not already there. */
  to(target: HTMLElement): void
  /** Goes to the element whatever the state; used for jumps that the reader asked for. */
  jump(target: HTMLElement): void
  pause(): void
  resume(): void
  readonly active: boolean
  stop(): void
}

const SCROLL_KEYS = new Set(['PageUp', 'PageDown', 'Home', 'End'])
/** Where a followed block may stand, as shares of the window's height, and where it is put when it leaves that. */
const BAND = { top: 0.1, bottom: 0.65, target: 0.28 }
/** Frames in which a jump is corrected while skipped chunks near its goal take their true height. */
const SETTLING = 6

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** `scroller` is the element that scrolls the transcript. `onChange` hears when following pauses or resumes. */
export function openFollow(scroller: HTMLElement, onChange: (active: boolean) => void): Follow {
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
  scroller.addEventListener('keydown', (event) => SCROLL_KEYS.has(event.key) && !isConversion(event) && pause(), listen)
  scroller.addEventListener(
    'pointerdown',
    (event) => event.target === scroller && event.offsetX >= scroller.clientWidth && pause(),
    listen,
  )

  /** Pixels by which `target` stands below its place in the window. */
  const distance = (target: HTMLElement) =>
    target.getBoundingClientRect().top - scroller.getBoundingClientRect().top - scroller.clientHeight * BAND.target

  const settle = (target: HTMLElement, left: number) => {
    frame = requestAnimationFrame(() => {
      const off = distance(target)
      if (Math.abs(off) > 2) scroller.scrollBy({ top: off, behavior: 'instant' })
      if (left > 1) settle(target, left - 1)
    })
  }

  const bring = (target: HTMLElement) => {
    cancelAnimationFrame(frame)
    const off = distance(target)
    const near = Math.abs(off) < scroller.clientHeight * 1.5
    if (near && !calm()) {
      scroller.scrollBy({ top: off, behavior: 'smooth' })
      return
    }
    scroller.scrollBy({ top: off, behavior: 'instant' })
    settle(target, SETTLING)
  }

  const inBand = (target: HTMLElement) => {
    const window = scroller.getBoundingClientRect()
    const { top, bottom } = target.getBoundingClientRect()
    const upper = window.top + window.height * BAND.top
    const lower = window.top + window.height * BAND.bottom
    return top >= upper && (bottom <= lower || top <= window.top + window.height * BAND.target)
  }

  /** Somebody who is selecting text must not have it pulled away. */
  const selecting = () => {
    const selection = document.getSelection()
    return selection !== null && !selection.isCollapsed && scroller.contains(selection.anchorNode)
  }

  return {
    to(target) {
      if (active && !selecting() && !inBand(target)) bring(target)
    },
    jump: bring,
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
