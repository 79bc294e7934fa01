import { sameList, sameTag } from './editable-block.ts'
import type { EditableBlock } from './editable-block.ts'
import type { EditableDocument } from './editable-document.ts'
import type { NetChange } from './net-changes.ts'
import { fateOf } from './rebase.ts'
import { textDifference } from './text-difference.ts'
import type { TextPart } from './text-difference.ts'

/** What besides its text may differ between two versions of a block. */
export type BlockAspect = 'times' | 'break' | 'section' | 'speaker' | 'tags'

/** One block of a difference as people read it. */
export interface BlockDifference {
  readonly uuid: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before: EditableBlock | null
  readonly after: EditableBlock | null
  /** The text, word by word. */
  readonly text: readonly TextPart[]
  readonly aspects: readonly BlockAspect[]
  /** The block as it is today: undefined when nobody asked, null when it is gone. */
  readonly current: EditableBlock | null | undefined
  readonly isConflict: boolean
}

function aspectsOf(before: EditableBlock, after: EditableBlock): BlockAspect[] {
  const differs: Record<BlockAspect, boolean> = {
    times: before.start_time !== after.start_time || before.end_time !== after.end_time,
    break: before.is_break !== after.is_break,
    section: before.section_name !== after.section_name,
    speaker: before.speaker_id !== after.speaker_id,
    // Tags that only moved with the text do not count.
    tags: !sameList(before.tags, after.tags, (a, b) => sameTag({ ...a, offset: b.offset }, b)),
  }
  return (Object.keys(differs) as BlockAspect[]).filter((aspect) => differs[aspect])
}

/**
 * A readable difference of net changes (of a save, a draft, a restore), in their order. With `current`, today's
 * document, it says where somebody else has changed the same since.
 */
export const differences = (net: readonly NetChange[], current?: EditableDocument): BlockDifference[] =>
  net.map((change) => {
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
      isConflict: current !== undefined && fateOf(change, now).isConflict,
    }
  })
