import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { placePopover } from './place-popover.ts'
import type { Rect } from './place-popover.ts'

/** The visible part of the transcript in the window, without the on-screen keyboard. */
function roomAround(scroller: Element | null): Rect {
  const { top, bottom } = scroller?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
  const seen = visualViewport
  const foot = seen ? seen.offsetTop + seen.height : innerHeight
  return { left: 0, right: document.documentElement.clientWidth, top: Math.max(0, top), bottom: Math.min(bottom, foot) }
}

/** Keeps a fixed element next to its target while that scrolls or changes size; null until it is positioned. */
export function usePlace(popover: RefObject<HTMLElement | null>, target: () => Rect, scroller: Element | null) {
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)
  useLayoutEffect(() => {
    const element = popover.current
    if (!element) return undefined
    const put = () => {
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      const next = placePopover(target(), size, roomAround(scroller))
      setPlace((old) => (old && old.left === next.left && old.top === next.top ? old : next))
    }
    put()
    const sizes = new ResizeObserver(put)
    sizes.observe(element)
    const abort = new AbortController()
    const { signal } = abort
    document.addEventListener('scroll', put, { signal, capture: true, passive: true })
    window.addEventListener('resize', put, { signal })
    visualViewport?.addEventListener('resize', put, { signal })
    return () => {
      sizes.disconnect()
      abort.abort()
    }
  }, [popover, target, scroller])
  return place
}
