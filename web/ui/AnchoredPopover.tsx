import { Popover } from '@mantine/core'
import { useEffect, useLayoutEffect } from 'react'
import type { ReactNode, Ref } from 'react'
import { closesOnEscape } from './closes-on-escape.ts'

interface Props {
  /** The element to which the popover is anchored. */
  anchor: HTMLElement
  label: string
  /** In CSS pixels; less in narrow windows. */
  width: number
  onClose: () => void
  children: ReactNode
}

/** A virtual element for the positioning library. */
interface AnchorHandle {
  contextElement: HTMLElement
  getBoundingClientRect: () => DOMRect
}

/** Passes an element that React did not render to the library as target. */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<AnchorHandle> }) {
  useLayoutEffect(() => {
    let last = element.getBoundingClientRect()
    const virtualElement = {
      contextElement: element,
      // When the element is removed, the popover stays at its last position, inside a window that became narrower.
      getBoundingClientRect: () => {
        if (element.isConnected) last = element.getBoundingClientRect()
        return new DOMRect(Math.min(last.x, innerWidth), last.y, last.width, last.height)
      },
    }
    if (typeof ref === 'function') ref(virtualElement)
    else if (ref) ref.current = virtualElement
  }, [element, ref])
  return null
}

/** Returns the focus to the previously focused element when the popover closes. */
function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      // After a click elsewhere, another element already has the focus.
      if (document.activeElement !== document.body && document.activeElement?.closest('[role=dialog]') === null) return
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
}

/**
 * A popover at an element that React did not render, such as a line of the editor. It traps the focus and returns it.
 */
export function AnchoredPopover({ anchor, label, width, onClose, children }: Props) {
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
