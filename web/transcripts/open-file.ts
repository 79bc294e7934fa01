import type { EditSession, EditSessionState } from '@kaiwa/editor'
import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Player } from '../player/player.ts'
import type { EditControl } from './editing/edit-control.ts'
import type { FileDetail } from './queries.ts'

/** A file whose transcript is shown. Context of the sidebars, popovers and dialogs. */
export interface OpenFile {
  file: FileDetail
  session: EditSession
  /** Edit mode with the lock of the file, and the updates of the session from the server. */
  control: EditControl
  /** Null while the file cannot be played. */
  player: Player | null
}

export const OpenFileContext = createContext<OpenFile | null>(null)

export function useOpenFile(): OpenFile {
  const open = use(OpenFileContext)
  if (!open) throw new Error('useOpenFile outside of an open file')
  return open
}

/**
 * Selects a value from the state of the session. The component renders only when the value changes. `select` must
 * return the same object for the same state, and be stable (defined outside the component, or by useCallback).
 */
export function useSessionState<T>(session: EditSession, select: (state: EditSessionState) => T): T {
  const read = useCallback(() => select(session.getState()), [session, select])
  return useSyncExternalStore(session.subscribe, read)
}
