// Client-side navigation is silent for screen readers, and the focused element often disappears. So the title of a new
// page is announced as soon as it is set, and a lost focus moves to the page's content. An element that keeps the focus
// (a tree, a text field) is not changed.
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

function restoreLostFocus(): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) return
  const content = document.getElementById('content')
  if (!content) return
  content.tabIndex = -1
  content.focus({ preventScroll: true })
}

export function RouteAnnouncer() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const appName = t('appName')
  const [title, setTitle] = useState('')
  // The browser announces the first page itself.
  const announced = useRef(pathname)
  useEffect(() => {
    if (announced.current === pathname) return undefined
    setTitle('')
    const announce = (): boolean => {
      // Between two pages the title is only the product's name.
      if (document.title === appName) return false
      announced.current = pathname
      setTitle(document.title)
      restoreLostFocus()
      return true
    }
    if (announce()) return undefined
    const watch = new MutationObserver(() => announce() && watch.disconnect())
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watch.disconnect()
  }, [appName, pathname])
  return (
    <VisuallyHidden aria-live="polite" data-route-announcer>
      {title}
    </VisuallyHidden>
  )
}
