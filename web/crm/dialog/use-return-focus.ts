import { useEffect, useState } from 'react'
import { useMounted } from './use-mounted.ts'

/** Returns the focus to where it was when the component appeared. Mantine does so only for dialogs that stay mounted. */
export function useReturnFocus(): void {
  const [former] = useState(() => document.activeElement)
  const isMounted = useMounted()
  useEffect(
    () => () => {
      // After the focus trap has ended.
      setTimeout(() => {
        if (!isMounted() && former instanceof HTMLElement && former.isConnected) former.focus()
      })
    },
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, at the end
    [],
  )
}
