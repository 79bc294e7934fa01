import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { popoverPosition } from './popover-position.ts'
import type { Rect } from './popover-position.ts'

/** The visible part of the transcript in the window, without the on-screen keyboard. */
function visibleArea(scroller: Element | null): Rect {
  const { top, bottom } = scroller?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
  const viewport = visualViewport
  const visibleBottom = viewport ? viewport.offsetTop + viewport.height : innerHeight
  return {
    left: 0,
    right: document.documentElement.clientWidth,
    top: Math.max(0, top),
    bottom: Math.min(bottom, visibleBottom),
  }
}

/** Keeps a fixed element next to its target while that scrolls or changes size; null until it is positioned. */
export function usePopoverPosition(
  popover: RefObject<HTMLElement | null>,
  target: () => Rect,
  scroller: Element | null,
) {
  const [position, setPosition] = useState<{ left: number; top: number } | null>(null)
  useLayoutEffect(() => {
    const element = popover.current
    if (!element) return undefined
    const updatePosition = () => {
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      const next = popoverPosition(target(), size, visibleArea(scroller))
      setPosition((old) => (old && old.left === next.left && old.top === next.top ? old : next))
    }
    updatePosition()
    const sizes = new ResizeObserver(updatePosition)
    sizes.observe(element)
    const abort = new AbortController()
    const { signal } = abort
    document.addEventListener('scroll', updatePosition, { signal, capture: true, passive: true })
    window.addEventListener('resize', updatePosition, { signal })
    visualViewport?.addEventListener('resize', updatePosition, { signal })
    return () => {
      sizes.disconnect()
      abort.abort()
    }
  }, [popover, target, scroller])
  return position
}
