// Reads Kaiwa's own JSON format. Errors are never repaired: they are reported with their place, because files written
// by Kaiwa are valid.

import type { ChangeSet } from '@kaiwa/contract/transcript-edits.ts'
import type { ImportProblem } from '@kaiwa/contract/exchange.ts'
import type { ImportFault } from '@kaiwa/contract/exchange-formats.ts'
import { exceededLimit, jsonLimits } from '@kaiwa/contract/json-limits.ts'
import { BYTES_PER_MB, LIMITS } from '@kaiwa/contract/limits.ts'
import { checkChanges } from '@kaiwa/transcript/check-changes.ts'
import type { ChangeFault } from '@kaiwa/transcript/check-changes.ts'
import { isClean } from '@kaiwa/transcript/clean-text.ts'
import { FORMAT, transcriptFile, VERSION } from '../transcript-file.ts'
import type { TranscriptFile } from '../transcript-file.ts'
import { ImportFailure, problem } from './import-failure.ts'

const FAULT: Record<ChangeFault, ImportFault> = {
  'unknown-block': 'reference',
  repeated: 'repeated',
  'position-outside': 'shape',
  'too-many-blocks': 'too-many-blocks',
  'too-long': 'too-long',
  'too-many-forms': 'shape',
  characters: 'characters',
  times: 'times-order',
  empty: 'term',
  outside: 'term',
  order: 'term',
  mismatch: 'term',
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): Record<string, unknown> {
  const exceeded = exceededLimit(text, jsonLimits(LIMITS.importFileMb * BYTES_PER_MB))
  if (exceeded !== null) throw new ImportFailure([problem('file', exceeded === 'depth' ? 'json' : 'too-large')])
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch (error) {
    throw new ImportFailure([problem('file', 'json', null, error instanceof Error ? error.message : null)])
  }
  throw new ImportFailure([problem('file', 'json')])
}

/** Checks the header before anything else, so that a file with millions of rows is refused quickly. */
function checkHeader(value: Record<string, unknown>): void {
  if (value['format'] !== FORMAT) throw new ImportFailure([problem('format', 'unknown-format')])
  if (value['version'] !== VERSION)
    throw new ImportFailure([problem('version', 'version', null, JSON.stringify(value['version']) ?? null)])
  const { blocks } = value
  if (Array.isArray(blocks) && blocks.length > LIMITS.blocksPerTranscript)
    throw new ImportFailure([problem('blocks', 'too-many-blocks', null, String(blocks.length))])
}

function repeatedIds(rows: readonly { id: number }[], path: string): ImportProblem[] {
  const seen = new Set<number>()
  return rows.flatMap(({ id }, index) => {
    if (seen.has(id)) return [problem(`${path}.${index}.id`, 'repeated')]
    seen.add(id)
    return []
  })
}

function problemsOf({ speakers, tag_categories, tags, blocks }: TranscriptFile): ImportProblem[] {
  const people = new Set(speakers.map(({ id }) => id))
  const categories = new Set(tag_categories.map(({ id }) => id))
  const marks = new Set(tags.map(({ id }) => id))
  const reference = (isKnown: boolean, path: string) => (isKnown ? [] : [problem(path, 'reference')])
  return [
    ...repeatedIds(speakers, 'speakers'),
    ...repeatedIds(tag_categories, 'tag_categories'),
    ...repeatedIds(tags, 'tags'),
    ...tags.flatMap((tag, index) => reference(categories.has(tag.tag_category_id), `tags.${index}.tag_category_id`)),
    ...blocks.flatMap(({ speaker_id, tags: passages, section_name }, index) => [
      ...reference(speaker_id === null || people.has(speaker_id), `blocks.${index}.speaker_id`),
      ...passages.flatMap(({ tag_id }, at) => reference(marks.has(tag_id), `blocks.${index}.tags.${at}.tag_id`)),
      ...(isClean(section_name ?? '') ? [] : [problem(`blocks.${index}.section_name`, 'characters')]),
    ]),
    ...checkChanges({ has: () => false, length: 0 }, asInserts(blocks)).map(({ path, fault }) =>
      problem(path.replace(/^insert\./, 'blocks.'), FAULT[fault]),
    ),
  ]
}

/** The rules for a save apply to imported blocks too. */
function asInserts(blocks: TranscriptFile['blocks']): ChangeSet {
  return {
    blocks: [],
    delete: [],
    speaker: [],
    section: [],
    insert: blocks.map((block, position) => ({
      ...block,
      uuid: block.uuid?.toLowerCase() ?? `without ${position}`,
      terms: block.terms ?? [],
      position,
    })),
  }
}

/**
 * Reads a transcript file written by Kaiwa (or according to docs/transcript-format.md). Throws ImportFailure with its
 * problems.
 */
export function readTranscriptFile(text: string): TranscriptFile {
  const value = parse(text)
  checkHeader(value)
  const read = transcriptFile.safeParse(value)
  if (!read.success)
    throw new ImportFailure(
      read.error.issues.map(({ path, message }) => problem(path.join('.') || 'file', 'shape', null, message)),
    )
  if (read.data.blocks.reduce((sum, { content }) => sum + content.length, 0) > LIMITS.textPerTranscript)
    throw new ImportFailure([problem('blocks', 'too-much-text')])
  const problems = problemsOf(read.data)
  if (problems.length > 0) throw new ImportFailure(problems)
  return read.data
}
