import { formatTime } from '@kaiwa/transcript/format-time.ts'
import type { TranscriptFile } from '../transcript-file.ts'
import type { WriteOptions } from './options.ts'
import { exportParagraphs } from './export-paragraphs.ts'

/** A transcript as plain text, in pieces. */
export function* writeText(file: TranscriptFile, options: WriteOptions): Generator<string> {
  yield `${file.recording.title}\n`
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
