import { formatTime } from '@kaiwa/transcript/format-time.ts'
import type { TranscriptFile } from '../transcript-file.ts'
import { labels } from './options.ts'
import type { WriteOptions } from './options.ts'
import { exportParagraphs } from './export-paragraphs.ts'
import { type ExportedSummary, summaryText } from './summary-text.ts'

/**
 * Characters that are markup anywhere in a line, and those that are markup only at its start. The blanks matched at the
 * start do not cross a line end, so that a block of blanks takes linear time.
 */
const ANYWHERE = /[\\`*_{}[\]<>|~&]/g
const AT_START = /^([^\S\n\r\u2028\u2029]*)([#+\-=])/gm
const NUMBER = /^([^\S\n\r\u2028\u2029]*\d+)([.)])/gm

/** Escapes a text so that Markdown shows it unchanged; line breaks are kept. */
function escape(text: string): string {
  return text.replace(ANYWHERE, '\\$&').replace(AT_START, '$1\\$2').replace(NUMBER, '$1\\$2').replaceAll('\n', '\\\n')
}

function onOneLine(text: string): string {
  return escape(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' '),
  )
}

function* writeSummary(summary: ExportedSummary, options: WriteOptions): Generator<string> {
  const { title, note, groups, transcript } = summaryText(summary, options)
  yield `\n## ${title}\n`
  if (note !== null) yield `\n${onOneLine(note)}\n`
  for (const { title: heading, lines } of groups)
    yield `\n### ${onOneLine(heading)}\n\n${lines.map((line) => `- ${onOneLine(line)}\n`).join('')}`
  yield `\n## ${transcript}\n`
}

/**
 * A transcript as Markdown: sections are headings, tagged passages are quotes below their paragraph. After its summary if
 * one is given; sections are then one level below the heading of the transcript.
 */
export function* writeMarkdown(
  file: TranscriptFile,
  options: WriteOptions,
  summary: ExportedSummary | null = null,
): Generator<string> {
  yield `# ${onOneLine(file.recording.title)}\n`
  if (summary) yield* writeSummary(summary, options)
  for (const { section, speaker, start, blocks } of exportParagraphs(file, options)) {
    if (section !== null) yield `\n${summary ? '###' : '##'} ${onOneLine(section)}\n`
    const name = speaker === null ? null : `**${onOneLine(speaker)}**`
    const head = [name, start === null ? null : formatTime(start)].filter((part) => part !== null).join(' ')
    if (head) yield `\n${head}\n`
    for (const { content, passages } of blocks) {
      if (content.trim()) yield `\n${escape(content.trim().replace(/\n{2,}/g, '\n'))}\n`
      if (passages.length === 0) continue
      yield '\n'
      for (const { tag, text } of passages)
        yield `> ${onOneLine(tag.name)}${labels[options.language].between}${onOneLine(text)}  \n`
    }
  }
}
