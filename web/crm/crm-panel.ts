// The state of the deal sidebar of the open file: it opens on request, and not in the next file.
import type { EditSession } from '@kaiwa/editor'
import { useSyncExternalStore } from 'react'
import { makeListeners } from '../platform/listeners.ts'
import { useSignedIn } from '../platform/session.ts'
import { useOpenFile } from '../transcripts/open-file.ts'
import { openDrawer, useDrawer } from '../transcripts/use-sidebar-open.ts'

const opened = new WeakSet<EditSession>()
/** Sidebars whose dialog is open. */
const held = new WeakSet<EditSession>()
const { subscribe, notify } = makeListeners()

export function openCrmPanel(session: EditSession): void {
  opened.add(session)
  openDrawer({ session, name: 'crm' })
  notify()
}

export function closeCrmPanel(session: EditSession): void {
  opened.delete(session)
  openDrawer(null)
  notify()
}

/** Keeps the sidebar while its dialog is open, also when the window becomes narrow. Returns the function that ends this. */
export function holdCrmPanel(session: EditSession): () => void {
  held.add(session)
  notify()
  return () => {
    held.delete(session)
    notify()
  }
}

/**
 * Whether the sidebar is open, and whether the file has it: for who may edit the file, and for readers of a file with a
 * deal, while the workspace is connected (CRM-09). An open one stays when the connection ends, because it may contain
 * entries.
 */
export function useCrmPanel() {
  const { file, session } = useOpenFile()
  const { is_hubspot_connected: isConnected } = useSignedIn()
  const wasOpened = useSyncExternalStore(subscribe, () => opened.has(session))
  const isHeld = useSyncExternalStore(subscribe, () => held.has(session))
  const { isDrawer, isDrawerOpen } = useDrawer(session, 'crm')
  const isOpen = isHeld || (isDrawer ? isDrawerOpen : wasOpened)
  const isAllowed = file.can.edit || Boolean(file.hubspot_deal)
  return { session, isDrawer, isOpen, isThere: isOpen || (isConnected && isAllowed) }
}
