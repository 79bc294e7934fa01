// An uploaded file, parsed as a transcript that does not refer to the workspace yet: speakers by name, no rows, no ids.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { ImportFormat } from '@kaiwa/contract/exchange-formats.ts'
import { decodeText } from '@kaiwa/exchange/read/decode.ts'
import { ImportFailure, problem } from '@kaiwa/exchange/read/import-failure.ts'
import { readSubtitles, type Subtitles } from '@kaiwa/exchange/read/read-subtitles.ts'
import { readTranscriptFile } from '@kaiwa/exchange/read/read-transcript-file.ts'
import { Repairs, type Repair } from '@kaiwa/exchange/read/repairs.ts'
import { FORMAT, type TranscriptFile, VERSION } from '@kaiwa/exchange/transcript-file.ts'
import type { TimedWord } from '@kaiwa/language/terms.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Form } from './read-form.ts'

/** Detects JSON by content, not by file name. */
function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text)
}

export interface ParsedImport {
  format: ImportFormat
  encoding: string
  document: TranscriptFile
  /** Words with times from the file, for blocks without terms. */
  words: ReadonlyMap<TranscriptFile['blocks'][number], readonly TimedWord[]>
  repairs: readonly Repair[]
}

export interface FileContext {
  duration: number
  speakers: readonly { name: string }[]
}

/** Parses the upload. Refuses (422) with `problems` that give location and reason. */
export function parseImport({ bytes, names }: Form, context: FileContext): ParsedImport {
  try {
    const { text, encoding } = decodeText(bytes)
    if (isJson(text)) return { encoding, ...fromJson(text, context) }
    const subtitles = readSubtitles(text, { names, duration: context.duration, known: context.speakers.map(nameOf) })
    return { encoding, ...fromSubtitles(subtitles) }
  } catch (error) {
    throw error instanceof ImportFailure ? refusalOf(error) : error
  }
}

function nameOf({ name }: { name: string }): string {
  return name
}

export function refusalOf({ errors, problems }: ImportFailure): Refusal {
  return new Refusal('E_UNPROCESSABLE_ENTITY', { errors, problems })
}

/** Refuses files with more new names than LIMITS.importNames. */
export function assertNamesWithinLimit(path: string, count: number): void {
  if (count <= LIMITS.importNames) return
  throw refusalOf(new ImportFailure([problem(path, 'too-many-names', null, String(count))]))
}

function fromJson(text: string, { duration }: FileContext): Omit<ParsedImport, 'encoding'> {
  const document = readTranscriptFile(text)
  const repairs = new Repairs()
  const late = document.blocks.filter(({ start_time }) => duration > 0 && start_time > duration + 1)
  if (late.length > 0) repairs.note('past-end', null, late.length)
  return { format: 'json', document, words: new Map(), repairs: repairs.all }
}

function fromSubtitles({ format, utterances, repairs }: Subtitles): Omit<ParsedImport, 'encoding'> {
  const speakers = [...new Set(utterances.flatMap(({ speaker }) => speaker ?? []))]
  const numbers = new Map(speakers.map((name, index) => [name, index + 1]))
  const words = new Map<TranscriptFile['blocks'][number], readonly TimedWord[]>()
  const blocks = utterances.map(({ start_time, end_time, content, speaker, words: own }) => {
    const speaker_id = speaker === null ? null : (numbers.get(speaker) ?? null)
    const block = { start_time, end_time, content, section_name: null, is_break: false, speaker_id, tags: [] }
    words.set(block, own)
    return block
  })
  const document: TranscriptFile = {
    format: FORMAT,
    version: VERSION,
    recording: { title: '', file_name: '', duration: 0, language: null },
    speakers: speakers.map((name, index) => ({ id: index + 1, name })),
    tag_categories: [],
    tags: [],
    blocks,
  }
  return { format, document, words, repairs }
}
