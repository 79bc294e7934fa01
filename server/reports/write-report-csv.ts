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

export function columnsOf(blocks: FileBlocks): BlockColumns {
  return {
    starts: elementsOf(blocks.starts),
    ends: elementsOf(blocks.ends),
    speakers: elementsOf(blocks.speakers),
    sentiments: elementsOf(blocks.sentiments),
    revisions: elementsOf(blocks.revisions),
    contents: JSON.parse(blocks.content_json) as string[],
    items: JSON.parse(blocks.item_json ?? '[]') as ExportMark[][],
    terms: JSON.parse(blocks.term_json ?? '[]') as Term[][],
  }
}

/** Ids of the speakers to which the blocks refer. */
export function* speakerIdsOf({ speakers }: BlockColumns): Generator<number> {
  for (const id of new Set(speakers)) if (id !== NO_SPEAKER_TEXT) yield Number(id)
}

/** Ids of the tags of passages. */
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
  const cellsOfRows = {
    block: ({ starts, ends }: BlockColumns, index: number, about: string) => [
      `${timeCell(Number(starts[index]))},${timeCell(Number(ends[index]))},${about}`,
    ],
    word: ({ items }: BlockColumns, index: number, about: string) =>
      (items[index] as readonly ExportWord[]).map(
        ([base, type, spoken, time]) => `${timeCell(time)},${about},${word(base)},${option(type)},${word(spoken)}`,
      ),
    passage: ({ contents, items, terms, starts }: BlockColumns, index: number, about: string) =>
      (items[index] as readonly ExportMark[]).map(([tagId, offset, length]) => {
        const block = { terms: terms[index]!, start_time: Number(starts[index]) }
        const text = contents[index]!.slice(offset, offset + length)
        return `${timeCell(passageTime(block, offset, offset + length))},${about},${names.tag(tagId)},${toCell(text)}`
      }),
  }[unit]

  return function* write({ title, updated }: FileCells, columns: BlockColumns, skip: number): Generator<CsvPiece> {
    const { contents, speakers, sentiments, revisions } = columns
    let text = ''
    let rows = 0
    let left = skip
    for (let index = 0; index < contents.length; index += 1) {
      const about = `${speaker(speakers[index]!)},${emotion(sentiments[index]!)}`
      const end = `${toCell(contents[index]!)},${updated(revisions[index]!)}\r\n`
      for (const cells of cellsOfRows(columns, index, about)) {
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
