import { formatTime } from '@kaiwa/transcript/format-time.ts'
import type { TranscriptFile } from '../transcript-file.ts'
import type { WriteOptions } from './options.ts'
import { exportParagraphs } from './export-paragraphs.ts'
import { type ExportedSummary, summaryText } from './summary-text.ts'

function* writeSummary(summary: ExportedSummary, options: WriteOptions): Generator<string> {
  const { title, note, groups, transcript } = summaryText(summary, options)
  yield `\n【${title}】\n`
  if (note !== null) yield `${note}\n`
  for (const { title: heading, lines } of groups) yield `\n${heading}\n${lines.map((line) => `・${line}\n`).join('')}`
  yield `\n【${transcript}】\n`
}

/** A transcript as plain text, in pieces; after its summary if one is given. */
export function* writeText(
  file: TranscriptFile,
  options: WriteOptions,
  summary: ExportedSummary | null = null,
): Generator<string> {
  yield `${file.recording.title}\n`
  if (summary) yield* writeSummary(summary, options)
  for (const { section, speaker, start, blocks } of exportParagraphs(file, options)) {
    if (section !== null) yield `\n■ ${section}\n`
    const head = [speaker, start === null ? null : formatTime(start)].filter((part) => part !== null).join('  ')
    yield `\n${head && `${head}\n`}`
    for (const { content, passages } of blocks) {
      yield `${content}\n`
      for (const { tag, text } of passages) yield `  ［${tag.name}］${text.replaceAll('\n', ' ')}\n`
    }
  }
}
