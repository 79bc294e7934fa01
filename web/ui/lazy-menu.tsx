import { useEffect, useRef, useState } from 'react'
import type { ComponentType, ReactNode, Ref } from 'react'
import { afterPaint } from '../platform/after-paint.ts'
import { showChunkLoadError } from '../platform/chunk-load-error.ts'

/** Props of the menu button: before the menu is loaded, and as its target afterwards. */
export interface MenuButtonProps {
  ref?: Ref<HTMLButtonElement>
  onClick?: () => void
  /** Preloads the menu shortly before it is pressed. */
  onPointerEnter?: () => void
  'aria-haspopup'?: 'menu'
}

/** A button that loads its menu on the first press, because the menu library is large. */
export function lazyMenu<P extends object>(
  renderButton: (props: P, button: MenuButtonProps) => ReactNode,
  load: () => Promise<ComponentType<P>>,
): (props: P) => ReactNode {
  let ready: ComponentType<P> | null = null
  const fetchMenu = async () => (ready = await load())
  const Lazy = (props: P) => {
    const [Menu, setMenu] = useState<ComponentType<P> | null>(null)
    if (Menu) return <Menu {...props} />
    const handleClick = () => {
      const here = document.activeElement
      fetchMenu().then((menu) => {
        // When the focus has moved elsewhere in the meantime, the menu does not open.
        if (document.activeElement === here) setMenu(() => menu)
      }, showChunkLoadError)
    }
    const handlePointerEnter = () => {
      // A finger or a fast mouse presses in the same frame; the press fetches it as well.
      if (ready) return
      afterPaint(() => {
        if (!ready) fetchMenu().catch(() => undefined)
      })
    }
    return renderButton(props, {
      'aria-haspopup': 'menu',
      onClick: handleClick,
      onPointerEnter: handlePointerEnter,
    })
  }
  return Lazy
}

/** For a lazily loaded menu: takes over the focus from the button that it replaces, and opens. */
export function useOpensAtOnce() {
  const target = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      target.current?.focus({ preventScroll: true })
      setOpened(true)
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return { target, opened, setOpened }
}
