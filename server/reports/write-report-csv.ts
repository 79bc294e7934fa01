import type { Locale } from '@kaiwa/contract/fields.ts'
import type { KeywordOption, Unit } from '@kaiwa/contract/report-pairs.ts'
import { toCell } from '@kaiwa/exchange/write/write-csv.ts'
import { passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import { sentimentSign } from '@kaiwa/transcript/sentiment-sign.ts'
import { cellsOf, emotions, headings, options, timeCell } from './csv-cells.ts'
import type { ExportBlock, ExportMark, ExportWord } from './store/export-batches.ts'

/** Names of what rows refer to by id; '' where it is unknown. Ask in the order of the rows. */
export interface Names {
  file: (fileId: number) => string
  speaker: (speakerId: number | null) => string
  tag: (tagId: number) => string
  /** When a revision of a file's transcript was saved. */
  updated: (fileId: number, revision: number) => string
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
const PIECE_LENGTH = 65_536

/** Some rows, and their number with those that were left out. */
export interface CsvPiece {
  text: string
  rows: number
}

/** Returns a function that writes the rows of blocks of a file in pieces, without the first `skip` ones. */
export function csvWriter(unit: Unit, language: Locale, names: Names) {
  const emotion = cellsOf((sentiment: number) => emotions[language][sentimentSign(sentiment)])
  const option = cellsOf((type: KeywordOption) => options[language][type])
  const word = cellsOf((text: string) => text)

  /** The cells between the file and the text, for each row of a block. */
  function* cellsOfRows([start_time, end_time, speaker, sentiment, , content, items, terms = []]: ExportBlock) {
    const about = `${names.speaker(speaker)},${emotion(sentiment)}`
    if (unit === 'block') yield `${timeCell(start_time)},${timeCell(end_time)},${about}`
    if (unit === 'word')
      for (const [base, type, spoken, time] of items as readonly ExportWord[])
        yield `${timeCell(time)},${about},${word(base)},${option(type)},${word(spoken)}`
    if (unit === 'passage')
      for (const [tagId, offset, length] of items as readonly ExportMark[]) {
        const time = passageTime({ terms, start_time }, offset, offset + length)
        yield `${timeCell(time)},${about},${names.tag(tagId)},${toCell(content.slice(offset, offset + length))}`
      }
  }

  return function* write(fileId: number, blocks: readonly ExportBlock[], skip: number): Generator<CsvPiece> {
    let text = ''
    let rows = 0
    let left = skip
    const file = names.file(fileId)
    for (const block of blocks) {
      const [, , , , revision, content] = block
      const end = `${toCell(content)},${names.updated(fileId, revision)}\r\n`
      for (const cells of cellsOfRows(block)) {
        rows += 1
        left -= 1
        if (left >= 0) continue
        text += `${file},${cells},${end}`
        if (text.length < PIECE_LENGTH) continue
        yield { text, rows }
        text = ''
        rows = 0
      }
    }
    yield { text, rows }
  }
}
