// The summary in a readable export: groups of items with their times, before the transcript.
import type { ExportedPart } from '@kaiwa/contract/summary-words.ts'
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { toDoLine } from '@kaiwa/transcript/to-do-line.ts'
import { labels, type WriteOptions } from './options.ts'

export interface SummaryLine {
  readonly text: string
  /** Of a to-do. */
  readonly owner: string | null
  readonly due: string | null
  /** Seconds; null if unknown. */
  readonly time: number | null
}

interface Group {
  readonly lines: readonly SummaryLine[]
}

/** A stored summary, or passages by topic that were found without a model. */
export type ExportedSummary =
  | {
      readonly kind: 'stored'
      /** The text of the transcript changed since a part was written. */
      readonly isOutdated: boolean
      readonly groups: readonly (Group & { readonly part: ExportedPart })[]
    }
  | { readonly kind: 'extracted'; readonly groups: readonly (Group & { readonly name: string })[] }

export interface SummaryText {
  readonly title: string
  /** A sentence about how the summary was made, or null. */
  readonly note: string | null
  readonly groups: readonly { readonly title: string; readonly lines: readonly string[] }[]
  /** Heading of the transcript that follows. */
  readonly transcript: string
}

function lineOf(item: SummaryLine, { language, times }: WriteOptions): string {
  const { summary, between, list } = labels[language]
  const [open, close] = summary.brackets
  const line = toDoLine(item, {
    owner: (name) => `${summary.owner}${between}${name}`,
    due: (date) => `${summary.due}${between}${date}`,
    enclose: (details) => `${open}${details.join(list)}${close}`,
  })
  return times && item.time !== null ? `${line}  ${formatTime(item.time)}` : line
}

/** The lines of a summary with their headings. Groups without lines are left out. */
export function summaryText(exported: ExportedSummary, options: WriteOptions): SummaryText {
  const { summary } = labels[options.language]
  const groups =
    exported.kind === 'stored'
      ? exported.groups.map(({ part, lines }) => ({ title: summary.parts[part], lines }))
      : exported.groups.map(({ name, lines }) => ({ title: name || summary.topic, lines }))
  return {
    title: summary.title,
    note: exported.kind === 'extracted' ? summary.extracted : exported.isOutdated ? summary.outdated : null,
    groups: groups
      .filter(({ lines }) => lines.length > 0)
      .map(({ title, lines }) => ({ title, lines: lines.map((line) => lineOf(line, options)) })),
    transcript: summary.transcript,
  }
}
