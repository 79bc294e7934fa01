import type { EditSession } from '@kaiwa/editor'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { makeListeners } from '../platform/listeners.ts'
import { onSessionEnd } from '../platform/session.ts'
import { useSavedSetting } from '../platform/use-saved-setting.ts'
import { useOpenFile } from './open-file.ts'

/** Must match the style sheet: below this width a sidebar covers the text. */
const NARROW = '(max-width: 768px)'

type SidebarSetting = 'is_section_opened' | 'is_tag_list_opened'
/** A sidebar, by its setting or its name. */
type DrawerName = SidebarSetting | 'comments' | 'crm'

/** The drawer that is open, of the transcript that is shown. At most one covers the text. */
let drawer: { session: EditSession; name: DrawerName } | null = null
const { subscribe, notify } = makeListeners()

/** Opens a drawer instead of the one that is open; null closes it. */
export function openDrawer(next: typeof drawer): void {
  drawer = next
  notify()
}

// The session holds the text of a file.
onSessionEnd(() => openDrawer(null))

/** Closes the drawer of a transcript when its page is left. */
export function useDrawerEnd(session: EditSession): void {
  useEffect(
    () => () => {
      if (drawer?.session === session) openDrawer(null)
    },
    [session],
  )
}

interface SidebarOpen {
  isOpen: boolean
  /** True when the sidebar covers the text. */
  isDrawer: boolean
  setIsOpen: (isOpen: boolean) => void
}

/** Whether sidebars cover the text now, and whether this one does. */
export function useDrawer(session: EditSession, name: DrawerName): { isDrawer: boolean; isDrawerOpen: boolean } {
  const isDrawer = useMediaQuery(NARROW, globalThis.matchMedia(NARROW).matches)
  const isDrawerOpen = useSyncExternalStore(subscribe, () => drawer?.session === session && drawer.name === name)
  return { isDrawer, isDrawerOpen }
}

/**
 * Whether a sidebar is open. Next to the text it is an account setting (SEC-01, TAG-06); as a drawer it opens only on
 * request, and not in the next file.
 */
export function useSidebarOpen(setting: SidebarSetting): SidebarOpen {
  const { session } = useOpenFile()
  const [isWanted, want] = useSavedSetting(setting)
  const { isDrawer, isDrawerOpen } = useDrawer(session, setting)
  return isDrawer
    ? { isDrawer, isOpen: isDrawerOpen, setIsOpen: (isOpen) => openDrawer(isOpen ? { session, name: setting } : null) }
    : { isDrawer, isOpen: isWanted, setIsOpen: want }
}
