import type { RefusalReason } from '@kaiwa/editor'

/** What a person must be told; `error` is put into words by its code. */
export type EditMessage =
  | { kind: 'lockedByOther' | 'takenOver' | 'endedElsewhere' | 'expired' }
  | { kind: 'refused'; reason: RefusalReason }
  | { kind: 'failed' | 'notSaved'; error: unknown }
