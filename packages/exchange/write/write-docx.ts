// A transcript as a Word document with headings as outline, a Japanese font, names in the colours of the speakers, and
// tagged passages shaded in the tag's colour. The font is not embedded; if it is missing, the system substitutes another one.

import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { speakerColour } from '@kaiwa/transcript/speaker-identity.ts'
import {
  AlignmentType,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  ShadingType,
  TextRun,
} from 'docx'
import type { TranscriptFile } from '../transcript-file.ts'
import { labels } from './options.ts'
import type { WriteOptions } from './options.ts'
import { exportParagraphs } from './export-paragraphs.ts'
import type { Passage } from './export-paragraphs.ts'
import { type ExportedSummary, summaryText } from './summary-text.ts'

const FONT = { ascii: 'Yu Gothic', hAnsi: 'Yu Gothic', eastAsia: '游ゴシック' }
const GREY = '595959'
/** Share of the tag's colour in the shading behind black text. */
const SHADE = 0.3

/** Characters that are invalid in XML and would make the document unreadable. */
const REFUSED = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

function plain(text: string): string {
  return text.toWellFormed().replace(REFUSED, '')
}

function shadeOf(colour: string): string {
  return [1, 3, 5]
    .map((at) => {
      const value = Math.round(255 - (255 - Number.parseInt(colour.slice(at, at + 2), 16)) * SHADE)
      return value.toString(16).padStart(2, '0')
    })
    .join('')
}

function lines(text: string, style: object): TextRun[] {
  return plain(text)
    .split('\n')
    .map((line, index) => new TextRun({ text: line, ...style, ...(index > 0 ? { break: 1 } : {}) }))
}

/** The text with its passages shaded; if two overlap, the first one determines the colour. */
function shaded(content: string, passages: readonly Passage[]): TextRun[] {
  const runs: TextRun[] = []
  let from = 0
  for (const { tag, offset, text } of passages) {
    const [start, end] = [Math.max(from, offset), offset + text.length]
    if (end <= start) continue
    if (start > from) runs.push(...lines(content.slice(from, start), {}))
    const shading = { type: ShadingType.CLEAR, color: 'auto', fill: shadeOf(tag.appearance) }
    runs.push(...lines(content.slice(start, end), { shading }))
    from = end
  }
  if (from < content.length) runs.push(...lines(content.slice(from), {}))
  return runs
}

/** Details in the line below the title, in addition to those of the transcript. */
export interface DocumentDetails {
  /** When the recording was added. */
  readonly addedAt: Date
  /** Name of the person who edited the transcript last; null if it was never edited. */
  readonly editor: string | null
  /** Written before the transcript. */
  readonly summary?: ExportedSummary | null
}

/** Date, length, speakers and last editor in one line. Dates are those of Japan. */
function detailsLine(file: TranscriptFile, options: WriteOptions, { addedAt, editor }: DocumentDetails): string {
  const { between, list, people, editor: editedBy } = labels[options.language]
  const date = new Intl.DateTimeFormat(options.language, { dateStyle: 'long', timeZone: 'Asia/Tokyo' })
  const named = options.speakers ? file.speakers.map(({ name }) => name) : []
  return [
    date.format(addedAt),
    formatTime(file.recording.duration),
    ...(named.length > 0 ? [`${people}${between}${named.join(list)}`] : []),
    ...(editor === null ? [] : [`${editedBy}${between}${editor}`]),
  ].join('  |  ')
}

function* summaryParagraphs(summary: ExportedSummary, options: WriteOptions): Generator<Paragraph> {
  const { title, note, groups, transcript } = summaryText(summary, options)
  yield new Paragraph({ heading: HeadingLevel.HEADING_1, children: lines(title, {}) })
  if (note !== null) yield new Paragraph({ children: lines(note, { color: GREY }) })
  for (const { title: heading, lines: items } of groups) {
    yield new Paragraph({ heading: HeadingLevel.HEADING_2, children: lines(heading, {}), spacing: { before: 160 } })
    for (const item of items) yield new Paragraph({ bullet: { level: 0 }, children: lines(item, {}) })
  }
  yield new Paragraph({ heading: HeadingLevel.HEADING_1, children: lines(transcript, {}), spacing: { before: 360 } })
}

function* paragraphsOf(file: TranscriptFile, options: WriteOptions, details: DocumentDetails): Generator<Paragraph> {
  const { between } = labels[options.language]
  yield new Paragraph({ heading: HeadingLevel.TITLE, children: lines(file.recording.title, {}) })
  yield new Paragraph({
    children: lines(detailsLine(file, options, details), { color: GREY }),
    spacing: { after: 240 },
  })
  if (details.summary) yield* summaryParagraphs(details.summary, options)
  for (const { section, speaker, speakerId, start, blocks } of exportParagraphs(file, options)) {
    const level = details.summary ? HeadingLevel.HEADING_2 : HeadingLevel.HEADING_1
    if (section !== null) yield new Paragraph({ heading: level, children: lines(section, {}) })
    const head = [
      ...(speaker === null ? [] : lines(speaker, { bold: true, color: speakerColour(speakerId).slice(1) })),
      ...(start === null
        ? []
        : [new TextRun({ text: `${speaker === null ? '' : '  '}${formatTime(start)}`, color: GREY })]),
    ]
    if (head.length > 0) yield new Paragraph({ children: head, spacing: { before: 240 }, keepNext: true })
    for (const { content, passages } of blocks) {
      yield new Paragraph({ children: shaded(content, passages), spacing: { after: 60 } })
      for (const { tag, text } of passages)
        yield new Paragraph({
          children: lines(`${tag.name}${between}${text.replaceAll('\n', ' ')}`, { color: GREY, size: 18 }),
          indent: { left: 420 },
        })
    }
  }
}

/** The page's number and the number of pages. */
function pageNumbers(): Footer {
  const children = [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES]
  return new Footer({
    children: [new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun({ children, color: GREY })] })],
  })
}

/** The content of a .docx file. */
export function writeDocx(file: TranscriptFile, options: WriteOptions, details: DocumentDetails): Promise<Buffer> {
  const run = { font: FONT, size: 21, language: { value: 'en-US', eastAsia: 'ja-JP' } }
  const heading = (size: number) => ({ run: { font: FONT, size, bold: true, color: '1A1A1A' } })
  const document = new Document({
    title: plain(file.recording.title),
    creator: 'Kaiwa',
    ...(details.editor === null ? {} : { lastModifiedBy: plain(details.editor) }),
    styles: { default: { document: { run }, title: heading(36), heading1: heading(28), heading2: heading(24) } },
    sections: [{ children: [...paragraphsOf(file, options, details)], footers: { default: pageNumbers() } }],
  })
  return Packer.toBuffer(document)
}
