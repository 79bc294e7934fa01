import { useEffect } from 'react'

/** Moves toasts to the bottom while a page is shown: at the top they would cover its toolbar and popovers. */
export function useToastsAtFoot(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['toasts'] = 'foot'
    return () => {
      delete dataset['toasts']
    }
  }, [])
}
