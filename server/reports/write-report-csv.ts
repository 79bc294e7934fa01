import type { Locale } from '@kaiwa/contract/fields.ts'
import type { KeywordOption, Unit } from '@kaiwa/contract/report-pairs.ts'
import { toCell } from '@kaiwa/exchange/write/write-csv.ts'
import { passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import { sentimentSign } from '@kaiwa/transcript/sentiment-sign.ts'
import { cellsOf, emotions, headings, options, timeCell } from './csv-cells.ts'
import type { ExportBlock } from './store/export-batches.ts'

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

/** Returns a function that writes the rows of blocks, in pieces. */
export function csvWriter(unit: Unit, language: Locale, names: Names) {
  const emotion = cellsOf((sentiment: number) => emotions[language][sentimentSign(sentiment)])
  const option = cellsOf((type: KeywordOption) => options[language][type])
  const word = cellsOf((text: string) => text)

  /** The cells between the file and the text, for each row of a block. */
  function* cellsOfRows(block: ExportBlock): Generator<string> {
    const about = `${names.speaker(block.speaker_id)},${emotion(block.sentiment)}`
    if (unit === 'block') yield `${timeCell(block.start_time)},${timeCell(block.end_time)},${about}`
    for (const [base, type, spoken, time] of block.words ?? [])
      yield `${timeCell(time)},${about},${word(base)},${option(type)},${word(spoken)}`
    const { terms = [], start_time, content } = block
    for (const [tagId, offset, length] of block.marks ?? []) {
      const time = passageTime({ terms, start_time }, offset, offset + length)
      yield `${timeCell(time)},${about},${names.tag(tagId)},${toCell(content.slice(offset, offset + length))}`
    }
  }

  return function* write(blocks: readonly ExportBlock[]): Generator<string> {
    let rows = ''
    for (const block of blocks) {
      const file = names.file(block.file_id)
      const end = `${toCell(block.content)},${names.updated(block.file_id, block.revision)}\r\n`
      for (const cells of cellsOfRows(block)) {
        rows += `${file},${cells},${end}`
        if (rows.length < PIECE_LENGTH) continue
        yield rows
        rows = ''
      }
    }
    if (rows) yield rows
  }
}
