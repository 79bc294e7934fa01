import type { NetChange } from '@kaiwa/transcript'

/** Unsaved work of one stretch of editing, with both sides of every change, so that it fits on any later version. */
export interface Draft {
  readonly id: string
  readonly transcriptId: number
  /** When it was typed last, ISO 8601. */
  readonly at: string
  readonly changes: readonly NetChange[]
}
