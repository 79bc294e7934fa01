// Validates a change set before the server applies it. Each problem has the path in the request (`blocks.0.terms.3`)
// and a fault code.

import type { ChangeSet, SavedBlock } from '@kaiwa/contract/transcript-edits.ts'
import type { FieldErrorCode, FieldErrors } from '@kaiwa/contract/errors.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { hasTooManyForms, hasTooManyTags } from './block-limits.ts'
import { isClean } from './clean-text.ts'
import { areTimes } from './correct-times.ts'

const FIELD_CODE = {
  /** A block that the transcript does not have, or that this change set deletes. */
  'unknown-block': 'incorrect',
  /** A block listed twice, an insert of an existing block, or a tag uuid or position used twice. */
  repeated: 'unique',
  'position-outside': 'max',
  'too-many-blocks': 'max',
  'too-long': 'max',
  /** The dictionary forms and readings of a block's terms, or its tags, are too many for its text. */
  'too-many-forms': 'max',
  /** A lone surrogate, NUL or another control character. */
  characters: 'format',
  times: 'format',
  empty: 'min',
  /** A term or tag that starts before its text or ends after it. */
  outside: 'max',
  /** A term that overlaps the previous term or is before it. */
  order: 'incorrect',
  /** The text of a term or tag differs from the block's text at that place. */
  mismatch: 'mismatch',
} as const satisfies Record<string, FieldErrorCode>

export type ChangeFault = keyof typeof FIELD_CODE

export interface ChangeProblem {
  readonly path: string
  readonly fault: ChangeFault
}

/** The data needed from the transcript: which of the named blocks it has, and its total number of blocks. */
export interface TranscriptExtent {
  has(uuid: string): boolean
  readonly length: number
}

/** Maximum number of reported faults. A set of changes may have hundreds of thousands. */
const MAX_REPORTED_PATHS = 100

type Report = (path: string, fault: ChangeFault) => void

function checkPassage(content: string, { text, offset }: { text: string; offset: number }, at: string, report: Report) {
  if (text === '') report(at, 'empty')
  else if (offset < 0 || offset + text.length > content.length) report(at, 'outside')
  else if (!content.startsWith(text, offset)) report(at, 'mismatch')
  else if (!text.isWellFormed()) report(at, 'characters')
}

function checkBody(body: SavedBlock, at: string, report: Report) {
  const { content, terms, tags } = body
  if (content.length > LIMITS.blockLength) report(`${at}.content`, 'too-long')
  if (!isClean(content)) report(`${at}.content`, 'characters')
  if (!areTimes(body)) report(`${at}.end_time`, 'times')
  if (hasTooManyForms(content, terms)) report(`${at}.terms`, 'too-many-forms')
  if (hasTooManyTags(content, tags)) report(`${at}.tags`, 'too-many-forms')
  let free = 0
  for (const [index, term] of terms.entries()) {
    const path = `${at}.terms.${index}`
    checkPassage(content, term, path, report)
    if (term.offset < free) report(path, 'order')
    if (!areTimes(term)) report(path, 'times')
    if (!isClean(term.base) || !isClean(term.reading)) report(path, 'characters')
    free = Math.max(free, term.offset + term.text.length)
  }
  const uuids = new Set<string>()
  for (const [index, tag] of tags.entries()) {
    const path = `${at}.tags.${index}`
    checkPassage(content, tag, path, report)
    if (uuids.has(tag.tag_uuid)) report(path, 'repeated')
    uuids.add(tag.tag_uuid)
  }
}

function checkSectionName(name: string | null, path: string, report: Report) {
  if (!isClean(name ?? '')) report(path, 'characters')
  if ((name ?? '').trim().length > LIMITS.sectionNameLength) report(path, 'too-long')
}

function checkPositions(set: ChangeSet, length: number, report: Report) {
  const total = length - set.delete.length + set.insert.length
  if (total > LIMITS.blocksPerTranscript && total > length) report('insert', 'too-many-blocks')
  const taken = new Set<number>()
  for (const [index, { position }] of set.insert.entries()) {
    if (position >= total) report(`insert.${index}.position`, 'position-outside')
    if (taken.has(position)) report(`insert.${index}.position`, 'repeated')
    taken.add(position)
  }
}

/**
 * The faults of a change set, at most for the first hundred paths; none for one that can be saved. Does not check rights,
 * locks and revisions.
 */
export function checkChanges(extent: TranscriptExtent, set: ChangeSet): ChangeProblem[] {
  const problems: ChangeProblem[] = []
  const paths = new Set<string>()
  const report: Report = (path, fault) => {
    if (paths.size === MAX_REPORTED_PATHS && !paths.has(path)) return
    paths.add(path)
    problems.push({ path, fault })
  }
  const deleted = new Set(set.delete)
  const inserted = new Set(set.insert.map(({ uuid }) => uuid))
  const isThere = (uuid: string) => extent.has(uuid) && !deleted.has(uuid)

  /** Checks that each uuid occurs once and that `isKnown` accepts it. */
  const checkNames = (
    names: readonly (readonly [path: string, uuid: string])[],
    isKnown: (uuid: string) => boolean,
  ) => {
    const seen = new Set<string>()
    for (const [path, uuid] of names) {
      if (seen.has(uuid)) report(path, 'repeated')
      else if (!isKnown(uuid)) report(path, 'unknown-block')
      seen.add(uuid)
    }
  }
  const isThereOrNew = (uuid: string) => isThere(uuid) || inserted.has(uuid)
  checkNames(
    set.delete.map((uuid, index) => [`delete.${index}`, uuid]),
    (uuid) => extent.has(uuid),
  )
  checkNames(
    set.insert.map(({ uuid }, index) => [`insert.${index}.uuid`, uuid]),
    () => true,
  )
  for (const [index, { uuid }] of set.insert.entries()) if (extent.has(uuid)) report(`insert.${index}.uuid`, 'repeated')
  checkNames(
    set.blocks.map(({ uuid }, index) => [`blocks.${index}.uuid`, uuid]),
    isThere,
  )
  checkNames(
    set.speaker.flatMap(({ block_uuid, child_block_uuids }, index) =>
      [block_uuid, ...child_block_uuids].map((uuid) => [`speaker.${index}.block_uuid`, uuid] as const),
    ),
    isThereOrNew,
  )
  checkNames(
    set.section.map(({ block_uuid }, index) => [`section.${index}.block_uuid`, block_uuid]),
    isThereOrNew,
  )
  checkNames(
    (set.sentiment ?? []).map(({ block_uuid }, index) => [`sentiment.${index}.block_uuid`, block_uuid]),
    isThereOrNew,
  )
  set.blocks.forEach((body, index) => checkBody(body, `blocks.${index}`, report))
  set.insert.forEach((body, index) => checkBody(body, `insert.${index}`, report))
  checkPositions(set, extent.length, report)
  for (const [index, { section_name }] of set.section.entries())
    checkSectionName(section_name, `section.${index}.section_name`, report)
  return problems
}

/** The faults of the blocks of a draft at `put.{index}`, which may be new blocks or have new texts. */
export function checkDraftBlocks(
  blocks: readonly (SavedBlock & { readonly section_name: string | null })[],
): ChangeProblem[] {
  const problems: ChangeProblem[] = []
  const report: Report = (path, fault) => {
    if (problems.length < MAX_REPORTED_PATHS) problems.push({ path, fault })
  }
  for (const [index, block] of blocks.entries()) {
    checkBody(block, `put.${index}`, report)
    checkSectionName(block.section_name, `put.${index}.section_name`, report)
  }
  return problems
}

/** The problems as field errors of E_UNPROCESSABLE_ENTITY, for the first 100 paths. */
export function toFieldErrors(problems: readonly ChangeProblem[]): FieldErrors {
  const grouped = [...Map.groupBy(problems, ({ path }) => path)].slice(0, MAX_REPORTED_PATHS)
  return Object.fromEntries(
    grouped.map(([path, own]) => [path, [...new Set(own.map(({ fault }) => FIELD_CODE[fault]))]]),
  )
}
