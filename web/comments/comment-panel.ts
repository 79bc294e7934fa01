// The state of the comment panel of the open file: whether it is shown, and what is chosen in it.
import type { EditSession } from '@kaiwa/editor'
import { useSyncExternalStore } from 'react'
import { makeListeners } from '../platform/listeners.ts'
import { openDrawer } from '../transcripts/use-sidebar-open.ts'
import type { NewPassage } from './drafts.ts'

export interface PanelState {
  isOpen: boolean
  resolved: boolean
  /** The chosen thread, or the passage of a new one. */
  chosen: number | NewPassage | null
}

const CLOSED: PanelState = { isOpen: false, resolved: false, chosen: null }

const states = new WeakMap<EditSession, PanelState>()
const { subscribe, notify } = makeListeners()

export function panelOf(session: EditSession): PanelState {
  return states.get(session) ?? CLOSED
}

export function changePanel(session: EditSession, change: Partial<PanelState>): void {
  states.set(session, { ...panelOf(session), ...change })
  notify()
}

/** Shows the panel, with a thread or a new passage chosen. */
export function openPanel(session: EditSession, change: Partial<PanelState> = {}): void {
  changePanel(session, { ...change, isOpen: true })
  openDrawer({ session, name: 'comments' })
}

export function closePanel(session: EditSession): void {
  changePanel(session, { isOpen: false, chosen: null })
  openDrawer(null)
}

export function usePanel(session: EditSession): PanelState {
  return useSyncExternalStore(subscribe, () => panelOf(session))
}
