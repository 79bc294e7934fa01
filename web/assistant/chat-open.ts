// Whether the chat panel is open. Next to the page it is an account setting (FILE-11, CHAT-06). Over the page, in narrow
// windows, it opens only on request.
import { useMediaQuery } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'
import { makeListeners } from '../platform/listeners.ts'
import { onSessionEnd } from '../platform/session.ts'
import { useSavedSetting } from '../platform/use-saved-setting.ts'

/** Must match the style sheet. */
const NARROW = '(max-width: 768px)'

let isDrawerOpen = false
const { subscribe, notify } = makeListeners()

function setDrawer(isOpen: boolean): void {
  isDrawerOpen = isOpen
  notify()
}

onSessionEnd(() => setDrawer(false))

export function useChatOpen() {
  const [isWanted, want] = useSavedSetting('is_chat_opened')
  const isDrawer = useMediaQuery(NARROW, globalThis.matchMedia(NARROW).matches)
  const isDrawn = useSyncExternalStore(subscribe, () => isDrawerOpen)
  return isDrawer
    ? { isDrawer, isOpen: isDrawn, setIsOpen: setDrawer }
    : { isDrawer, isOpen: isWanted, setIsOpen: want }
}
