import { useEffect } from 'react'

/** While a page is shown, messages stand at its foot: at the top they would cover its toolbar and what that opens. */
export function useToastsAtFoot(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['toasts'] = 'foot'
    return () => {
      delete dataset['toasts']
    }
  }, [])
}
