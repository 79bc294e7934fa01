import type { CommentThread } from '@kaiwa/contract/comments.ts'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { threadQuery } from './thread-query.ts'

/** Distance from the view, in pixels, at which comments are requested. */
const MARGIN_PX = 400

/** Returns the comments of a thread, requested when its card comes near the view. A deleted thread keeps its last ones. */
export function useThread(fileId: number, id: number, card: RefObject<HTMLElement | null>) {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (isNear || !card.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setIsNear(true),
      {
        rootMargin: `${MARGIN_PX}px`,
      },
    )
    observer.observe(card.current)
    return () => observer.disconnect()
  }, [isNear, card])
  const { data, error, refetch } = useQuery({ ...threadQuery(fileId, id), enabled: isNear })
  const [last, setLast] = useState<CommentThread | null>(null)
  if (data && data !== last) setLast(data)
  return { content: data ?? last, error, retry: refetch }
}
