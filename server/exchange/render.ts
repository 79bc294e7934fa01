import type { exportTranscript } from '@kaiwa/contract/exchange.ts'
import type { ExportFormat } from '@kaiwa/contract/exchange-formats.ts'
import type { OperationArguments } from '@kaiwa/contract/operation.ts'
import { chooseSections } from '@kaiwa/exchange/choose-sections.ts'
import type { TranscriptFile } from '@kaiwa/exchange/transcript-file.ts'
import type { WriteOptions } from '@kaiwa/exchange/write/options.ts'
import type { ExportedSummary } from '@kaiwa/exchange/write/summary-text.ts'
import { writeCsv } from '@kaiwa/exchange/write/write-csv.ts'
import { writeJson } from '@kaiwa/exchange/write/write-json.ts'
import { writeMarkdown } from '@kaiwa/exchange/write/write-markdown.ts'
import { writeSrt } from '@kaiwa/exchange/write/write-srt.ts'
import { writeText } from '@kaiwa/exchange/write/write-text.ts'
import { writeVtt } from '@kaiwa/exchange/write/write-vtt.ts'
import { plainFileName } from '../platform/plain-file-name.ts'

export type Query = OperationArguments<typeof exportTranscript>['query']

export const TYPES: Readonly<Record<ExportFormat, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  csv: 'text/csv',
  json: 'application/json',
}

/** The part of a document that an export contains. */
export function chosenPart(document: TranscriptFile, { section }: Query): TranscriptFile {
  return section === undefined ? document : chooseSections(document, new Set(section.map((one) => one.toLowerCase())))
}

/** The text of an export; for a Word document, its text content. */
export function renderText(document: TranscriptFile, query: Query, summary: ExportedSummary | null): Iterable<string> {
  const options: WriteOptions = query
  switch (query.format) {
    case 'md':
      return writeMarkdown(document, options, summary)
    case 'srt':
      return writeSrt(document, options)
    case 'vtt':
      return writeVtt(document, options)
    case 'csv':
      return writeCsv(document, options)
    case 'json':
      return writeJson(document)
    case 'txt':
    case 'docx':
      return writeText(document, options, summary)
  }
}

/** Makes a file name from a title. */
export function exportFileName(title: string, format: ExportFormat): string {
  return `${plainFileName(title) || 'transcript'}.${format}`
}
