// R6: one random editor operation, also applied to the oracle in the simplest way.
import type { Edit, EditableDocument } from '../editable-document.ts'
import { changeSpeaker } from '../change-speaker.ts'
import { mergeBack, mergeForward } from '../merge-blocks.ts'
import { replaceAll } from '../replace-hits.ts'
import { replaceSelection, typeText } from '../type-text.ts'
import { setSection } from '../set-section.ts'
import { splitBlock } from '../split-block.ts'
import { tagRanges, untagRanges } from '../tag-ranges.ts'
import { joinModel, type ModelBlock, splitModel, tagModel, textOf, typeInModel, untagModel } from './oracle.ts'
import { PIECES } from './random-document.ts'

const MAX_BLOCKS = 8
const MAX_TEXT_LENGTH = 60

function clean(text: string): string {
  return text.toWellFormed()
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' })

function boundaries(text: string): number[] {
  return [...Array.from(segmenter.segment(text), ({ index }) => index), text.length]
}

function codePoints(text: string): number[] {
  const found = [0]
  for (const character of text) found.push(found.at(-1)! + character.length)
  return found
}

function floor(offsets: readonly number[], at: number): number {
  return offsets.findLast((index) => index <= at)!
}

function ceiling(offsets: readonly number[], at: number): number {
  return offsets.find((index) => index >= at)!
}

function grown(offsets: readonly number[], from: number, to: number): [number, number] {
  const begin = floor(offsets, from)
  return [begin, from === to ? begin : ceiling(offsets, to)]
}

/** Replaces blocks `first` to `last` with `joined`. */
function collapseModel(model: readonly ModelBlock[], first: number, last: number, joined: ModelBlock): ModelBlock[] {
  const gone = model.slice(first + 1, last + 1)
  const section = gone.findLast((block) => block.section !== null)?.section ?? null
  const behind = model[last + 1]
  const isHeir = behind !== undefined && behind.section === null
  const kept = { ...joined, section: joined.section ?? (isHeir ? null : section) }
  const next = behind && {
    ...behind,
    isBreak: behind.isBreak || gone.some(({ isBreak }) => isBreak),
    section: behind.section ?? section,
  }
  return [...model.slice(0, first), kept, ...(next ? [next] : []), ...model.slice(last + 2)]
}

export interface Step {
  edit: Edit | null
  model: readonly ModelBlock[]
  isTyping?: boolean
}

/** A document and the oracle's model of it. */
export interface State {
  document: EditableDocument
  model: readonly ModelBlock[]
}

/** Applies one random operation to the document and the oracle. */
export function randomOperation(
  { document, model }: State,
  random: (below: number) => number,
  createUuid: () => string,
): Step {
  const index = random(model.length)
  const block = model[index]!
  const text = textOf(block)
  const { uuid } = document.blocks.at(index)!
  const [one, two] = [random(text.length + 1), random(text.length + 1)]
  const [from, to] = one < two ? [one, two] : [two, one]
  const typed = PIECES[random(PIECES.length)]!
  const kind = random(100)
  if (text.length > MAX_TEXT_LENGTH || kind < 10) {
    const [begin, end] = grown(codePoints(text), from, to)
    return {
      edit: typeText(document, { uuid, start: one, end: two }, ''),
      model: model.with(index, typeInModel(block, begin, end, '')),
      isTyping: true,
    }
  }
  if (kind < 45) {
    const length = random(3)
    const [begin, end] = grown(codePoints(text), from, Math.min(to, from + length))
    return {
      edit: typeText(document, { uuid, start: from, end: Math.min(to, from + length) }, typed),
      model: model.with(index, typeInModel(block, begin, end, clean(typed))),
      isTyping: true,
    }
  }
  if (kind < 58 && model.length < MAX_BLOCKS) {
    const at = floor(boundaries(text), one)
    const edit = splitBlock(document, { uuid, offset: one }, createUuid)
    if (at === 0) return { edit, model: model.with(index, { ...block, isBreak: true }) }
    return { edit, model: at === text.length ? model : model.toSpliced(index, 1, ...splitModel(block, at)) }
  }
  if (kind < 68) {
    const isBack = random(2) === 0
    const first = isBack ? index - 1 : index
    const edit = (isBack ? mergeBack : mergeForward)(document, uuid, createUuid)
    const [target, next] = [model[first], model[first + 1]]
    return {
      edit,
      model: target && next ? collapseModel(model, first, first + 1, joinModel(target, next)) : model,
    }
  }
  if (kind < 72) {
    const last = index + random(model.length - index)
    const tail = model[last]!
    const offset = random(textOf(tail).length + 1)
    const other = document.blocks.at(last)!.uuid
    const edit = replaceSelection(
      document,
      { from: { uuid, offset: one }, to: { uuid: other, offset } },
      typed,
      createUuid,
    )
    const isOne = last === index
    const joined = isOne ? block : joinModel(block, tail)
    const ends = isOne ? [Math.min(one, offset), Math.max(one, offset)] : [one, text.length + offset]
    const [begin, end] = grown(codePoints(textOf(joined)), ends[0]!, ends[1]!)
    const result = typeInModel(joined, begin, end, clean(typed))
    return { edit, model: isOne ? model.with(index, result) : collapseModel(model, index, last, result) }
  }
  if (kind < 75) {
    const [query, replacement] = [['data', 'は', '。'][random(3)]!, ['データ', '', '😀'][random(3)]!]
    // Combining marks are skipped here; the normaliser's own tests cover them.
    if (model.some((own) => /[\p{M}\u200d]/u.test(textOf(own)))) return { edit: null, model }
    const next = model.map((own) => {
      let changed = own
      for (let at = textOf(own).length; at >= 0; at--)
        if (textOf(own).startsWith(query, at)) changed = typeInModel(changed, at, at + query.length, replacement)
      return changed
    })
    return { edit: replaceAll(document, { query, replacement }).edit, model: next }
  }
  if (kind < 88) {
    const tag = 1 + random(3)
    const isTagging = random(3) > 0
    const ranges = [{ uuid, start: from, end: to }]
    const [begin, end] = grown(boundaries(text), from, to)
    return isTagging
      ? {
          edit: tagRanges(document, ranges, tag, createUuid),
          model: model.with(index, tagModel(block, begin, end, tag)),
        }
      : { edit: untagRanges(document, ranges, tag), model: model.with(index, untagModel(block, begin, end, tag)) }
  }
  if (kind < 94) {
    const name = [null, '予算', '結論', ' '][random(4)]!
    const section = name?.trim() || null
    return { edit: setSection(document, uuid, name), model: model.with(index, { ...block, section }) }
  }
  const mode = random(2) === 0 ? 'individual' : 'multi'
  const speaker = 1 + random(3)
  const isMeant = (own: ModelBlock) => own === block || (mode === 'multi' && own.speaker === block.speaker)
  return {
    edit: changeSpeaker(document, { uuid, speaker_id: speaker, mode }),
    model: model.map((own) =>
      isMeant(own) && own.speaker !== speaker ? { ...own, speaker, isBreak: own.isBreak || own.section !== null } : own,
    ),
  }
}
