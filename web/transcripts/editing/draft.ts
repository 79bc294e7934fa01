import type { NetChange } from '@kaiwa/transcript'

/** Unsaved changes of one edit mode, with the state before and after, so that they can be rebased on a later version. */
export interface Draft {
  readonly id: string
  readonly transcriptId: number
  /** Time of the last change, ISO 8601. */
  readonly at: string
  readonly changes: readonly NetChange[]
}
