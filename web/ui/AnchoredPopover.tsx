import { Popover } from '@mantine/core'
import { useEffect, useLayoutEffect } from 'react'
import type { ReactNode, Ref } from 'react'
import { closesOnEscape } from './closes-on-escape.ts'

interface Props {
  /** What the popover is about. */
  anchor: HTMLElement
  label: string
  /** CSS pixels; a narrow window makes it narrower. */
  width: number
  onClose: () => void
  children: ReactNode
}

/** A place on the page that the library takes for an element. */
interface Place {
  contextElement: HTMLElement
  getBoundingClientRect: () => DOMRect
}

/** Gives the library an element that was drawn by somebody else as its target. */
const Anchor = ({ element, ref }: { element: HTMLElement; ref?: Ref<Place> }) => {
  useLayoutEffect(() => {
    let last = element.getBoundingClientRect()
    const place = {
      contextElement: element,
      // Whoever drew the element may take it away: the popover then stays where it was.
      getBoundingClientRect: () => (element.isConnected ? (last = element.getBoundingClientRect()) : last),
    }
    if (typeof ref === 'function') ref(place)
    else if (ref) ref.current = place
  }, [element, ref])
  return null
}

/** Gives the focus back to whatever had it, once the popover is gone. */
function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      // Whoever clicked elsewhere has a new focus already.
      if (document.activeElement !== document.body && document.activeElement?.closest('[role=dialog]') === null) return
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
}

/** A popover at an element that React does not draw, such as a line of the editor; it holds the focus and gives it back. */
export const AnchoredPopover = ({ anchor, label, width, onClose, children }: Props) => {
  useFocusBack()
  return (
    <Popover
      opened
      position="bottom-start"
      shadow="md"
      width={`min(${width}px, calc(100vw - 16px))`}
      trapFocus
      closeOnEscape={false}
      hideDetached={false}
      onChange={(opened) => opened || onClose()}
    >
      <Popover.Target>
        <Anchor element={anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} aria-labelledby={undefined} p={0} onKeyDown={closesOnEscape(onClose)}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
