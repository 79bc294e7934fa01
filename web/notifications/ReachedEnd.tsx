import { useEffect, useRef } from 'react'

/** How long before its end the list is fetched on, so that who scrolls does not wait. */
const AHEAD = '240px'

/** The end of a list that scrolls: tells when it comes near. */
export const ReachedEnd = ({ onReached }: { onReached: () => void }) => {
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
