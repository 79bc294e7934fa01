import type { FileBlock, TranscriptFile } from '../transcript-file.ts'
import { labels } from './options.ts'
import type { WriteOptions } from './options.ts'
import { namesOf, passagesOf } from './export-paragraphs.ts'
import { timestamp } from './timestamp.ts'

/**
 * Text that a spreadsheet would execute as a formula, including full-width signs. It is prefixed with an apostrophe.
 */
const FORMULA = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠]|^[\t\r]/

export function toCell(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

function time(seconds: number): string {
  return timestamp(Math.round(seconds * 1000), '.')
}

/** A transcript as a table with one row per block. The byte order mark makes spreadsheets read it as UTF-8. */
export function* writeCsv(file: TranscriptFile, options: WriteOptions): Generator<string> {
  const { columns, between, list, nobody } = labels[options.language]
  const nameOf = namesOf(file, options)
  const passages = passagesOf(file)
  let section = ''
  const shown: readonly (readonly [head: string, cell: (block: FileBlock) => string, isShown: boolean])[] = [
    [columns.start, ({ start_time }) => time(start_time), options.times],
    [columns.end, ({ end_time }) => time(end_time), options.times],
    [columns.speaker, (block) => (nameOf(block) === nobody ? '' : nameOf(block)), options.speakers],
    [columns.section, () => section, options.sections],
    [columns.text, ({ content }) => content, true],
    [
      columns.tags,
      (block) =>
        passages(block)
          .map(({ tag, text }) => tag.name + between + text)
          .join(list),
      options.tags,
    ],
  ]
  const used = shown.filter(([, , isShown]) => isShown)
  const row = (cells: readonly string[]) => `${cells.map(toCell).join(',')}\r\n`
  yield `\ufeff${row(used.map(([head]) => head))}`
  for (const block of file.blocks) {
    section = block.section_name?.trim() || section
    yield row(used.map(([, cell]) => cell(block)))
  }
}
