import type { EditSession, EditSessionState } from '@kaiwa/editor'
import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Player } from '../player/player.ts'
import type { EditControl } from './editing/edit-control.ts'
import type { FileDetail } from './queries.ts'

/** A file whose transcript is on the page, for every part that stands around it: sidebars, popovers, dialogs. */
export interface OpenFile {
  file: FileDetail
  session: EditSession
  /** Edit mode, the lock of the file, and what keeps the session true to the server. */
  control: EditControl
  /** Null while there is nothing to play. */
  player: Player | null
}

export const OpenFileContext = createContext<OpenFile | null>(null)

export function useOpenFile(): OpenFile {
  const open = use(OpenFileContext)
  if (!open) throw new Error('useOpenFile outside of an open file')
  return open
}

/**
 * Something of the session's state. The component renders when the answer is another, not at every key: `select` must
 * answer the same object for the same state, and be made once (outside, or by useCallback).
 */
export function useSessionState<T>(session: EditSession, select: (state: EditSessionState) => T): T {
  const read = useCallback(() => select(session.getState()), [session, select])
  return useSyncExternalStore(session.subscribe, read)
}
