import { useEffect, useRef } from 'react'

/** Distance to the end of the list at which the next page is fetched. */
const AHEAD = '240px'

/** The end of an infinite list; calls `onReached` when it comes near the viewport. */
export function ReachedEnd({ onReached }: { onReached: () => void }) {
  const end = useRef<HTMLSpanElement>(null)
  const latest = useRef(onReached)
  useEffect(() => {
    latest.current = onReached
  })
  useEffect(() => {
    const element = end.current
    if (!element) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      root: element.closest('[data-scrolls]'),
      rootMargin: AHEAD,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return <span ref={end} />
}
