// A page that is changed by script is silent, and what had the focus is often gone with the page before. So the new page's
// title is said as soon as it has one, and a focus that was lost goes to the page's content. Where something kept the focus
// (a tree that one walks through, a field that took it) it stays there.
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

const takeLostFocus = (): void => {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) return
  const content = document.getElementById('content')
  if (!content) return
  content.tabIndex = -1
  content.focus({ preventScroll: true })
}

export const RouteAnnouncer = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const appName = t('appName')
  const [title, setTitle] = useState('')
  // The browser says the first page itself.
  const said = useRef(pathname)
  useEffect(() => {
    if (said.current === pathname) return undefined
    setTitle('')
    const say = (): boolean => {
      // Between two pages only the product's name is left.
      if (document.title === appName) return false
      said.current = pathname
      setTitle(document.title)
      takeLostFocus()
      return true
    }
    if (say()) return undefined
    const watch = new MutationObserver(() => say() && watch.disconnect())
    watch.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watch.disconnect()
  }, [appName, pathname])
  return (
    <VisuallyHidden aria-live="polite" data-route-announcer>
      {title}
    </VisuallyHidden>
  )
}
