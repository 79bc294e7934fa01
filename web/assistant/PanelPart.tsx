import { type ReactNode, type RefObject, useLayoutEffect } from 'react'

interface Props {
  panel: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * A part of the chat panel that another one replaces, as its first question does with a new chat. The focus of the keyboard
 * then stays in the panel: in the field of the next part, or on the panel until that is loaded.
 */
export function PanelPart({ panel, children }: Props) {
  useLayoutEffect(
    () => () => {
      const last = document.activeElement
      if (!last?.matches(':focus-visible') || !panel.current?.contains(last)) return
      setTimeout(() => {
        if (last.isConnected || document.activeElement !== document.body) return
        const next = panel.current?.querySelector('textarea') ?? panel.current
        next?.focus({ preventScroll: true })
      })
    },
    [panel],
  )
  return children
}
