import { useEffect, useRef, useState } from 'react'
import type { ComponentType, ReactNode, Ref } from 'react'
import { tellMissingPart } from '../platform/missing-part.ts'

/** What the menu's button is given until the menu is there, and, as its target, from then on. */
export interface MenuButtonProps {
  ref?: Ref<HTMLButtonElement>
  onClick?: () => void
  /** Fetches the menu a moment before it is pressed. */
  onPointerEnter?: () => void
  'aria-haspopup'?: 'menu'
}

/** A button that becomes a menu when it is first pressed: the library of menus is large, and comes with it. */
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
        // Whoever has gone on meanwhile is not called back.
        if (document.activeElement === here) setMenu(() => menu)
      }, tellMissingPart)
    }
    const handlePointerEnter = () => {
      if (!ready) fetchMenu().catch(() => undefined)
    }
    return renderButton(props, {
      'aria-haspopup': 'menu',
      onClick: handleClick,
      onPointerEnter: handlePointerEnter,
    })
  }
  return Lazy
}

/** Of such a menu: it takes the focus over from the button that it replaces, and opens. */
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
