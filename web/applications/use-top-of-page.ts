import { useEffect } from 'react'

/** Shows the beginning of a step: the button that leads to it is at the end of a long page. */
export function useTopOfPage(): void {
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])
}
