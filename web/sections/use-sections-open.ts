import { useMediaQuery } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { useSavedSetting } from '../platform/use-saved-setting.ts'

/** As wide as the sidebar's style lays it over the text. */
const NARROW = '(max-width: 768px)'

let isDrawerOpen = false
const listeners = new Set<() => void>()
const openDrawer = (isOpen: boolean): void => {
  isDrawerOpen = isOpen
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

interface SectionsOpen {
  isOpen: boolean
  /** The sidebar covers the text. */
  isDrawer: boolean
  setIsOpen: (isOpen: boolean) => void
}

/**
 * Whether the section sidebar is open: beside the text as the account remembers it (SEC-01); where it covers the text,
 * only when it is asked for.
 */
export function useSectionsOpen(): SectionsOpen {
  const [isWanted, want] = useSavedSetting('is_section_opened')
  const isDrawer = useMediaQuery(NARROW, globalThis.matchMedia(NARROW).matches)
  const isCalled = useSyncExternalStore(subscribe, () => isDrawerOpen)
  return isDrawer
    ? { isDrawer, isOpen: isCalled, setIsOpen: openDrawer }
    : { isDrawer, isOpen: isWanted, setIsOpen: want }
}
