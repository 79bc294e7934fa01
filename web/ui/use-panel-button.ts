import { type MouseEvent, useRef, useState } from 'react'

/** A button that opens a panel beside itself and closes it again: `anchor` is the button while the panel is open. */
export const usePanelButton = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpen = useRef(false)
  return {
    anchor,
    close: () => setAnchor(null),
    buttonProps: {
      'aria-haspopup': 'dialog',
      'aria-expanded': anchor !== null,
      // To press it anywhere outside of the panel has closed that before the click comes.
      onPointerDown: () => {
        wasOpen.current = anchor !== null
      },
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
        setAnchor(wasOpen.current ? null : currentTarget)
        wasOpen.current = false
      },
    },
  } as const
}
