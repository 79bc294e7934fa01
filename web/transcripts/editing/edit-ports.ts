import type { EditSession, RefusalReason } from '@kaiwa/editor'
import type { call } from '../../platform/call.ts'
import type { ChannelHandlers } from '../../platform/realtime/use-channel.ts'
import type { ReadTranscript } from '../read-transcript.ts'
import type { DraftStore } from './draft-store.ts'

/** A message of edit mode to the user. The text of `error` depends on its code. */
export type EditMessage =
  | { kind: 'lockedByOther' | 'takenOver' | 'endedElsewhere' | 'expired' }
  | { kind: 'refused'; reason: RefusalReason }
  | { kind: 'failed' | 'notSaved'; error: unknown }

/** Dependencies of edit mode. */
export interface EditPorts {
  session: EditSession
  file: { id: number; project_id: number; can: { edit: boolean } }
  /** Id of the signed-in user. */
  userId: number
  /** The transcript as the page has read it. */
  initial: ReadTranscript
  /** Reads the transcript from the server again. */
  readTranscript: () => Promise<ReadTranscript>
  call: typeof call
  /** Subscribes to the channel of the file; returns the function that ends it. */
  listen: (handlers: ChannelHandlers) => () => void
  drafts: DraftStore
  showMessage: (message: EditMessage) => void
}
