import type { Locale } from '@kaiwa/contract/fields.ts'
import type { KeywordOption, Unit } from '@kaiwa/contract/report-pairs.ts'
import type { Term } from '@kaiwa/contract/transcripts.ts'
import { toCell } from '@kaiwa/exchange/write/write-csv.ts'
import { passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import { sentimentSign } from '@kaiwa/transcript/sentiment-sign.ts'
import { cellsOf, emotions, headings, options, timeCell } from './csv-cells.ts'
import type { ExportMark, ExportWord, FileBlocks } from './store/export-batches.ts'

/** The blocks of a file by columns, each in the order of the report. */
export interface BlockColumns {
  starts: readonly string[]
  ends: readonly string[]
  /** Ids; NO_SPEAKER_TEXT for blocks without one. */
  speakers: readonly string[]
  sentiments: readonly string[]
  revisions: readonly string[]
  contents: readonly string[]
  items: readonly (readonly (ExportWord | ExportMark)[])[]
  terms: readonly Term[][]
}

const NO_SPEAKER_TEXT = 'NULL'

/** The elements of an array of numbers that PostgreSQL wrote as text. */
function elementsOf(array: string): string[] {
  return array.slice(1, -1).split(',')
}

/**
 * The texts of a JSON array that PostgreSQL wrote. Without a backslash no text contains a quote, so the array is divided at
 * its separators: then the texts are parts of one string, and not copied.
 */
function textsOf(json: string): string[] {
  return json.includes('\\') ? (JSON.parse(json) as string[]) : json.slice(2, -2).split('", "')
}

export function columnsOf(blocks: FileBlocks): BlockColumns {
  return {
    starts: elementsOf(blocks.starts),
    ends: elementsOf(blocks.ends),
    speakers: elementsOf(blocks.speakers),
    sentiments: elementsOf(blocks.sentiments),
    revisions: elementsOf(blocks.revisions),
    contents: textsOf(blocks.content_json),
    items: JSON.parse(blocks.item_json ?? '[]') as ExportMark[][],
    terms: JSON.parse(blocks.term_json ?? '[]') as Term[][],
  }
}

/** Ids of the speakers and tags to which the blocks refer. */
export function* speakerIdsOf({ speakers }: BlockColumns): Generator<number> {
  for (const id of new Set(speakers)) if (id !== NO_SPEAKER_TEXT) yield Number(id)
}
export function* tagIdsOf({ items }: BlockColumns): Generator<number> {
  for (const marks of items) for (const [tagId] of marks as readonly ExportMark[]) yield tagId
}

/** Cells for what rows refer to by id; '' where it is unknown. */
export interface Names {
  speaker: (speakerId: number) => string
  tag: (tagId: number) => string
}

/** Cells of a file. */
export interface FileCells {
  title: string
  /** When a revision of its transcript was saved. */
  updated: (revision: string) => string
}

const COLUMNS = {
  block: ['file', 'start', 'end', 'speaker', 'emotion', 'text', 'updated'],
  word: ['file', 'start', 'speaker', 'emotion', 'keyword', 'option', 'spoken', 'text', 'updated'],
  passage: ['file', 'start', 'speaker', 'emotion', 'tag', 'passage', 'text', 'updated'],
} as const

/** The first line, with the byte order mark, by which spreadsheets recognise UTF-8. */
export function csvHead(unit: Unit, language: Locale): string {
  return `\ufeff${COLUMNS[unit].map((column) => headings[language][column]).join(',')}\r\n`
}

/** Rows are joined to texts of this length. */
const PIECE_LENGTH = 4_096

/** Some rows, and their number with those that were left out. */
export interface CsvPiece {
  text: string
  rows: number
}

/** Returns a function that writes the rows of blocks of a file in pieces, without the first `skip` ones. */
export function csvWriter(unit: Unit, language: Locale, names: Names) {
  const emotion = cellsOf((sentiment: string) => emotions[language][sentimentSign(Number(sentiment))])
  const option = cellsOf((type: KeywordOption) => options[language][type])
  const word = cellsOf((text: string) => text)
  const speaker = (id: string) => (id === NO_SPEAKER_TEXT ? '' : names.speaker(Number(id)))

  /** The cells between the file and the text, for each row of a block. */
  function* cellsOfRows(columns: BlockColumns, index: number, content: string) {
    const start = Number(columns.starts[index])
    const about = `${speaker(columns.speakers[index]!)},${emotion(columns.sentiments[index]!)}`
    if (unit === 'block') yield `${timeCell(start)},${timeCell(Number(columns.ends[index]))},${about}`
    if (unit === 'word')
      for (const [base, type, spoken, time] of columns.items[index] as readonly ExportWord[])
        yield `${timeCell(time)},${about},${word(base)},${option(type)},${word(spoken)}`
    if (unit === 'passage')
      for (const [tagId, offset, length] of columns.items[index] as readonly ExportMark[]) {
        const time = passageTime({ terms: columns.terms[index]!, start_time: start }, offset, offset + length)
        yield `${timeCell(time)},${about},${names.tag(tagId)},${toCell(content.slice(offset, offset + length))}`
      }
  }

  return function* write({ title, updated }: FileCells, columns: BlockColumns, skip: number): Generator<CsvPiece> {
    let text = ''
    let rows = 0
    let left = skip
    for (const [index, content] of columns.contents.entries()) {
      const end = `${toCell(content)},${updated(columns.revisions[index]!)}\r\n`
      for (const cells of cellsOfRows(columns, index, content)) {
        rows += 1
        left -= 1
        if (left >= 0) continue
        text += `${title},${cells},${end}`
        if (text.length < PIECE_LENGTH) continue
        yield { text, rows }
        text = ''
        rows = 0
      }
    }
    yield { text, rows }
  }
}
