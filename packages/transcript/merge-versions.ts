// Three-way merge of two versions of a block with a common base. A change by one side is kept when the other side did
// not change the same field or words. When both changed it differently, `mine` wins and a conflict is reported.

import type { TagUsage } from '@kaiwa/contract/transcripts.ts'
import { editedText, editText, movePassages, type TextEdit, toEditMap } from './edit-text.ts'
import { type EditableBlock, sameBlock, sameList, sameSentiment, sameTag, sameTerm } from './editable-block.ts'
import { textEdits } from './text-difference.ts'

export interface MergedBlock {
  readonly block: EditableBlock
  /** Both sides changed the same field, or the same words, in different ways. */
  readonly isConflict: boolean
}

/** The edits of both sides in order; null when they touch the same words. */
function interleave(mine: readonly TextEdit[], theirs: readonly TextEdit[]): TextEdit[] | null {
  const all = [...mine, ...theirs].sort((a, b) => a.start - b.start || a.end - b.end)
  const isApart = all.every((edit, index) => index === 0 || all[index - 1]!.end < edit.start)
  return isApart ? all : null
}

/** Merges text and terms of both sides, based on the side whose text is newer. */
function mergeText(base: EditableBlock, mine: EditableBlock, theirs: EditableBlock): MergedBlock {
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

function byUuid(tags: readonly TagUsage[]): Map<string, TagUsage> {
  return new Map(tags.map((tag) => [tag.tag_uuid, tag]))
}

/** Passages that either side added and neither removed, at their offsets in `content`. */
function mergeTags(base: EditableBlock, mine: EditableBlock, theirs: EditableBlock, content: string): TagUsage[] {
  const placed = ({ tags, content: from }: EditableBlock) =>
    tags.length === 0 ? byUuid(tags) : byUuid(movePassages(tags, toEditMap(textEdits(from, content)), content))
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

/** Merges `mine` and `theirs`, which are both based on `base`. */
export function mergeVersions(base: EditableBlock, mine: EditableBlock, theirs: EditableBlock): MergedBlock {
  const isSentimentMine = !sameSentiment(base, mine)
  if (sameBlock(base, theirs)) {
    const { sentiment } = theirs
    const isKept = isSentimentMine || mine.sentiment === sentiment
    return { block: isKept ? mine : { ...mine, sentiment }, isConflict: false }
  }
  if (sameBlock(base, mine) || sameBlock(mine, theirs)) return { block: theirs, isConflict: false }
  const { block: merged, isConflict } = mergeText(base, mine, theirs)
  const clash =
    FIELDS.some(
      (field) => mine[field] !== base[field] && theirs[field] !== base[field] && mine[field] !== theirs[field],
    ) ||
    (isSentimentMine && !sameSentiment(base, theirs) && !sameSentiment(mine, theirs))
  const { sentiment, is_sentiment_manual } = isSentimentMine ? mine : theirs
  const choose = <F extends Field>(field: F): EditableBlock[F] =>
    mine[field] === base[field] ? theirs[field] : mine[field]
  const block: EditableBlock = {
    uuid: mine.uuid,
    content: merged.content,
    terms: merged.terms,
    tags: mergeTags(base, mine, theirs, merged.content),
    sentiment,
    is_sentiment_manual,
    start_time: choose('start_time'),
    end_time: choose('end_time'),
    is_break: choose('is_break'),
    section_name: choose('section_name'),
    speaker_id: choose('speaker_id'),
  }
  return { block, isConflict: isConflict || clash }
}
