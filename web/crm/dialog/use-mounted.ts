import { useEffect, useRef } from 'react'

/** A function that returns whether the component is still in the document, for answers that arrive late. */
export function useMounted(): () => boolean {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return () => isMounted.current
}
