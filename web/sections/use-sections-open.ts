import { useMediaQuery } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { useSavedSetting } from '../platform/use-saved-setting.ts'

/** Must match the style sheet: below this width the sidebar covers the text. */
const NARROW = '(max-width: 768px)'

let isDrawerOpen = false
const listeners = new Set<() => void>()

function openDrawer(isOpen: boolean): void {
  isDrawerOpen = isOpen
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

interface SectionsOpen {
  isOpen: boolean
  /** True when the sidebar covers the text. */
  isDrawer: boolean
  setIsOpen: (isOpen: boolean) => void
}

/**
 * Whether the section sidebar is open. Next to the text it is an account setting (SEC-01); as a drawer it opens only on
 * request.
 */
export function useSectionsOpen(): SectionsOpen {
  const [isWanted, want] = useSavedSetting('is_section_opened')
  const isDrawer = useMediaQuery(NARROW, globalThis.matchMedia(NARROW).matches)
  const isCalled = useSyncExternalStore(subscribe, () => isDrawerOpen)
  return isDrawer
    ? { isDrawer, isOpen: isCalled, setIsOpen: openDrawer }
    : { isDrawer, isOpen: isWanted, setIsOpen: want }
}
