// A slow, simple model of the document to test against: a block is an array of code units, each with its word and
// passages. It stores no offsets, so it cannot have wrong ones.

import type { EditableBlock } from '../editable-block.ts'

interface Word {
  base: string
  start: number
  end: number
}
interface Passage {
  tag: number
}
interface Unit {
  unit: string
  word: Word | null
  passages: readonly Passage[]
}

export interface ModelBlock {
  units: readonly Unit[]
  isBreak: boolean
  section: string | null
  speaker: number | null
}

export function toModel({ content, terms, tags, is_break, section_name, speaker_id }: EditableBlock): ModelBlock {
  const words = terms.map(({ base, start_time, end_time }) => ({ base, start: start_time, end: end_time }))
  const passages = tags.map(({ tag_id }) => ({ tag: tag_id }))
  const covers = (at: number, { offset, text }: { offset: number; text: string }) =>
    at >= offset && at < offset + text.length
  const units = content.split('').map((unit, at) => ({
    unit,
    word: words[terms.findIndex((term) => covers(at, term))] ?? null,
    passages: passages.filter((_, index) => covers(at, tags[index]!)),
  }))
  return { units, isBreak: is_break, section: section_name, speaker: speaker_id }
}

export function textOf({ units }: ModelBlock): string {
  return units.map(({ unit }) => unit).join('')
}

/**
 * Replaces units `start` to `end`. New units belong to a word or passage that is on both sides, or that covered the
 * whole replaced range.
 */
export function typeInModel(block: ModelBlock, start: number, end: number, text: string): ModelBlock {
  const { units } = block
  const [first, last] = start < end ? [units[start], units[end - 1]] : [units[start - 1], units[start]]
  const word = first && last && first.word === last.word ? first.word : null
  const passages = first && last ? first.passages.filter((one) => last.passages.includes(one)) : []
  const typed = text.split('').map((unit) => ({ unit, word, passages }))
  return { ...block, units: [...units.slice(0, start), ...typed, ...units.slice(end)] }
}

/** Divides a block. A word or passage across the cut becomes two; a word's time is divided by length. */
export function splitModel(block: ModelBlock, at: number): [ModelBlock, ModelBlock] {
  const [left, right] = [block.units.slice(0, at), block.units.slice(at)]
  const forks = new Map(right.flatMap(({ passages }) => passages.map((one) => [one, { ...one }] as const)))
  const cut = left.at(-1)?.word
  const isCut = cut && right[0]?.word === cut
  const count = (units: readonly Unit[]) => units.filter(({ word }) => word === cut).length
  const middle = isCut ? cut.start + ((cut.end - cut.start) * count(left)) / count(block.units) : 0
  const [first, rest] = isCut
    ? [
        { ...cut, end: middle },
        { ...cut, start: middle },
      ]
    : [null, null]
  return [
    { ...block, units: left.map((one) => (isCut && one.word === cut ? { ...one, word: first } : one)) },
    {
      ...block,
      units: right.map((one) => ({
        ...one,
        word: isCut && one.word === cut ? rest : one.word,
        passages: one.passages.map((own) => forks.get(own)!),
      })),
      isBreak: false,
      section: null,
    },
  ]
}

/** Joins two blocks. Passages of the same tag that meet at the seam become one. */
export function joinModel(block: ModelBlock, next: ModelBlock): ModelBlock {
  const ends = block.units.at(-1)?.passages ?? []
  const begins = next.units[0]?.passages ?? []
  const heirs = new Map(
    begins.flatMap((one) => {
      const other = ends.find(({ tag }) => tag === one.tag)
      return other ? [[one, other] as const] : []
    }),
  )
  const units = next.units.map((one) => ({ ...one, passages: one.passages.map((own) => heirs.get(own) ?? own) }))
  return { ...block, units: [...block.units, ...units] }
}

export function tagModel(block: ModelBlock, start: number, end: number, tag: number): ModelBlock {
  if (start === end) return block
  const touched = new Set(
    block.units.slice(start, end).flatMap(({ passages }) => passages.filter((one) => one.tag === tag)),
  )
  const one: Passage = { tag }
  const units = block.units.map((unit, at) => {
    const has = unit.passages.some((own) => touched.has(own)) || (at >= start && at < end)
    return has ? { ...unit, passages: [...unit.passages.filter((own) => !touched.has(own)), one] } : unit
  })
  return { ...block, units }
}

export function untagModel(block: ModelBlock, start: number, end: number, tag: number): ModelBlock {
  const touched = new Set(
    block.units.slice(start, end).flatMap(({ passages }) => passages.filter((one) => one.tag === tag)),
  )
  return {
    ...block,
    units: block.units.map((unit) => ({ ...unit, passages: unit.passages.filter((own) => !touched.has(own)) })),
  }
}

/** The range and text of each word or passage. */
function stretches<T>(units: readonly Unit[], things: Iterable<T>, has: (unit: Unit, thing: T) => boolean) {
  return Array.from(things, (thing) => {
    const offset = units.findIndex((unit) => has(unit, thing))
    const own = units.filter((unit) => has(unit, thing))
    return { thing, offset, text: own.map(({ unit }) => unit).join('') }
  })
}

/** A block as a comparable string; `readBlock` gives the same for a real block. */
export function readModel(block: ModelBlock): string {
  const { units } = block
  const words = new Set(units.flatMap(({ word }) => word ?? []))
  const passages = new Set(units.flatMap((unit) => unit.passages))
  const tags = stretches(units, passages, (unit, thing) => unit.passages.includes(thing))
  return JSON.stringify([
    textOf(block),
    block.isBreak,
    block.section,
    block.speaker,
    stretches(units, words, ({ word }, thing) => word === thing).map(({ thing, offset, text }) => [
      offset,
      text,
      thing.base,
      thing.start,
      thing.end,
    ]),
    tags.map(({ thing, offset, text }) => `${offset} ${thing.tag} ${text}`).sort(),
  ])
}

export function readBlock(block: EditableBlock): string {
  return JSON.stringify([
    block.content,
    block.is_break,
    block.section_name,
    block.speaker_id,
    block.terms.map(({ offset, text, base, start_time, end_time }) => [offset, text, base, start_time, end_time]),
    block.tags.map(({ offset, text, tag_id }) => `${offset} ${tag_id} ${text}`).sort(),
  ])
}
