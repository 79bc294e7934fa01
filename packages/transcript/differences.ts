import { type EditableBlock, sameList, sameSentiment, sameTag } from './editable-block.ts'
import type { EditableDocument } from './editable-document.ts'
import type { NetChange } from './changes.ts'
import { rebaseChange } from './rebase.ts'
import { textDifference } from './text-difference.ts'
import type { TextPart } from './text-difference.ts'

/** Parts of a block other than its text that may differ between two versions. */
export type BlockAspect = 'times' | 'break' | 'section' | 'speaker' | 'tags' | 'sentiment'

/** The difference of one block in a form to display. */
export interface BlockDifference {
  readonly uuid: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before: EditableBlock | null
  readonly after: EditableBlock | null
  /** The text difference, word by word. */
  readonly text: readonly TextPart[]
  readonly aspects: readonly BlockAspect[]
  /** The current block; null when it was deleted, undefined when no current document was given. */
  readonly current: EditableBlock | null | undefined
  readonly isConflict: boolean
}

function aspectsOf(before: EditableBlock, after: EditableBlock): BlockAspect[] {
  const differs: Record<BlockAspect, boolean> = {
    times: before.start_time !== after.start_time || before.end_time !== after.end_time,
    break: before.is_break !== after.is_break,
    section: before.section_name !== after.section_name,
    speaker: before.speaker_id !== after.speaker_id,
    // A tag that only moved with the text is not a difference.
    tags: !sameList(before.tags, after.tags, (a, b) => sameTag({ ...a, offset: b.offset }, b)),
    sentiment: !sameSentiment(before, after),
  }
  return (Object.keys(differs) as BlockAspect[]).filter((aspect) => differs[aspect])
}

/**
 * Converts net changes (of a save, draft or restore) to displayable differences, in the same order. With `current`,
 * marks those that conflict with changes made by others since.
 */
export function differences(net: readonly NetChange[], current?: EditableDocument): BlockDifference[] {
  return net.map((change) => {
    const { uuid, before, after } = change
    const now = current?.blocks.get(uuid)
    return {
      uuid,
      kind: before && after ? 'changed' : after ? 'added' : 'removed',
      before,
      after,
      text: textDifference(before?.content ?? '', after?.content ?? ''),
      aspects: before && after ? aspectsOf(before, after) : [],
      current: current && (now ?? null),
      isConflict: current !== undefined && rebaseChange(change, now).isConflict,
    }
  })
}
