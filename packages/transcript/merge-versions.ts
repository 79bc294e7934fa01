// Two people's versions of one block, made of the same base. Each side's change stays where the other has none: a
// colleague's tag survives my sentence, and my sentence their speaker. Only where both changed one thing, mine stands
// and the caller is told.

import type { TagUsage } from '@kaiwa/contract/transcripts.ts'
import { editText, movePassages } from './edit-text.ts'
import { sameBlock, sameList, sameTag, sameTerm } from './editable-block.ts'
import type { EditableBlock } from './editable-block.ts'
import { editedText, toEditMap } from './map-offset.ts'
import type { TextEdit } from './map-offset.ts'
import { textEdits } from './text-difference.ts'

export interface Merged {
  readonly block: EditableBlock
  /** Both changed the same field, or the same words, in different ways. */
  readonly isConflict: boolean
}

/** Both sides' edits of one text in order; null when they touch the same words. */
function interleave(mine: readonly TextEdit[], theirs: readonly TextEdit[]): TextEdit[] | null {
  const all = [...mine, ...theirs].sort((a, b) => a.start - b.start || a.end - b.end)
  const isApart = all.every((edit, index) => index === 0 || all[index - 1]!.end < edit.start)
  return isApart ? all : null
}

/** The text and terms of both, standing on the side whose text is the newer. */
function mergeText(base: EditableBlock, mine: EditableBlock, theirs: EditableBlock): Merged {
  if (mine.content === base.content || mine.content === theirs.content) {
    const isTimed = !sameList(mine.terms, base.terms, sameTerm) && theirs.content === mine.content
    return { block: isTimed ? { ...theirs, terms: mine.terms } : theirs, isConflict: false }
  }
  if (theirs.content === base.content) return { block: mine, isConflict: false }
  const edits = interleave(textEdits(base.content, mine.content), textEdits(base.content, theirs.content))
  if (!edits) return { block: mine, isConflict: true }
  const content = editedText(base.content, edits)
  return { block: editText(mine, textEdits(mine.content, content)), isConflict: false }
}

const byUuid = (tags: readonly TagUsage[]): Map<string, TagUsage> => new Map(tags.map((tag) => [tag.tag_uuid, tag]))

/** Passages that either added and neither removed, at their places in `content`. */
function mergeTags(base: EditableBlock, mine: EditableBlock, theirs: EditableBlock, content: string): TagUsage[] {
  const placed = (side: EditableBlock) =>
    byUuid(movePassages(side.tags, toEditMap(textEdits(side.content, content)), content))
  const [first, second, known, own] = [placed(mine), placed(theirs), byUuid(base.tags), byUuid(mine.tags)]
  const kept = [...new Set([...first.keys(), ...second.keys()])].flatMap((uuid) => {
    if (known.has(uuid) && !(first.has(uuid) && second.has(uuid))) return []
    const tag = known.get(uuid)
    const isMine = !tag || !own.has(uuid) || !sameTag(tag, own.get(uuid)!)
    return (isMine ? first.get(uuid) : second.get(uuid)) ?? second.get(uuid) ?? []
  })
  return kept.sort((a, b) => a.offset - b.offset)
}

type Field = 'start_time' | 'end_time' | 'is_break' | 'section_name' | 'speaker_id'
const FIELDS: readonly Field[] = ['start_time', 'end_time', 'is_break', 'section_name', 'speaker_id']

/** `mine` and `theirs` in one block, both made of `base`. */
export function mergeVersions(base: EditableBlock, mine: EditableBlock, theirs: EditableBlock): Merged {
  if (sameBlock(base, theirs)) {
    const { sentiment } = theirs
    return { block: mine.sentiment === sentiment ? mine : { ...mine, sentiment }, isConflict: false }
  }
  if (sameBlock(base, mine) || sameBlock(mine, theirs)) return { block: theirs, isConflict: false }
  const { block: said, isConflict } = mergeText(base, mine, theirs)
  const clash = FIELDS.some(
    (field) => mine[field] !== base[field] && theirs[field] !== base[field] && mine[field] !== theirs[field],
  )
  const choose = <F extends Field>(field: F): EditableBlock[F] =>
    mine[field] === base[field] ? theirs[field] : mine[field]
  const block: EditableBlock = {
    uuid: mine.uuid,
    content: said.content,
    terms: said.terms,
    tags: mergeTags(base, mine, theirs, said.content),
    sentiment: theirs.sentiment,
    start_time: choose('start_time'),
    end_time: choose('end_time'),
    is_break: choose('is_break'),
    section_name: choose('section_name'),
    speaker_id: choose('speaker_id'),
  }
  return { block, isConflict: isConflict || clash }
}
