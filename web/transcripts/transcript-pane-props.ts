import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { BlockAction, TextSelected, TranscriptView } from '@kaiwa/editor'
import type { HitWalk } from './hit-walk.ts'

export interface TranscriptPaneProps {
  /** Speakers by id, for their names. */
  names: ReadonlyMap<number, Speaker>
  /** The lock of somebody else, whose blocks cannot be changed; `lockedTooltip` says why. */
  lockedBy: EditLock | null
  lockedTooltip: string
  walk: HitWalk
  /** Speaker id, 0 for all. */
  speaker: number
  onView: (view: TranscriptView | null) => void
  onAction: (action: BlockAction) => void
  onSelect: (selection: TextSelected | null) => void
}
