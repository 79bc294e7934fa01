import type { RefusalReason } from '@kaiwa/editor'

/** A message of edit mode to the user. The text of `error` depends on its code. */
export type EditMessage =
  | { kind: 'lockedByOther' | 'takenOver' | 'endedElsewhere' | 'expired' }
  | { kind: 'refused'; reason: RefusalReason }
  | { kind: 'failed' | 'notSaved'; error: unknown }
