import { type MouseEvent, useRef, useState } from 'react'

/** A button that toggles a panel next to it: `anchor` is the button while the panel is open. */
export function usePanelButton() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const wasOpen = useRef(false)
  return {
    anchor,
    close: () => setAnchor(null),
    buttonProps: {
      'aria-haspopup': 'dialog',
      'aria-expanded': anchor !== null,
      // Pressing the button closes the open panel (as a click outside of it) before the click event arrives.
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
