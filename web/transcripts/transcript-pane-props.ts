import type { EditLock } from '@kaiwa/contract/edit-lock.ts'
import type { Speaker } from '@kaiwa/contract/speakers.ts'
import type { BlockAction, TextSelected, TranscriptView } from '@kaiwa/editor'
import type { HitWalk } from './hit-walk.ts'

export interface TranscriptPaneProps {
  /** Speakers by id. */
  names: ReadonlyMap<number, Speaker>
  /** The lock of another user, whose changed blocks are locked. `lockedTooltip` is the reason that these show. */
  lockedBy: EditLock | null
  lockedTooltip: string
  walk: HitWalk
  /** Speaker id, 0 for all. */
  speaker: number
  onView: (view: TranscriptView | null) => void
  onAction: (action: BlockAction) => void
  onSelect: (selection: TextSelected | null) => void
}
