// The summary of an export: the stored one, or passages found without a model. Suggested sections are not exported.
import type { SummaryItem, SummaryPart } from '@kaiwa/contract/summaries.ts'
import { EXPORTED_PARTS, SUMMARY_FORMATS } from '@kaiwa/contract/summary-words.ts'
import type { TranscriptFile } from '@kaiwa/exchange/transcript-file.ts'
import type { ExportedSummary, SummaryLine } from '@kaiwa/exchange/write/summary-text.ts'
import { extractTopics } from '@kaiwa/transcript/analysis/topics.ts'
import type { Query } from './render.ts'

function toLine({ text, owner, due, time }: SummaryItem): SummaryLine {
  return { text, owner, due, time }
}

/** Whether a stored summary has something to export. */
export function hasSummary(parts: readonly SummaryPart[]): boolean {
  return parts.some(({ part, items }) => part !== 'sections' && items.length > 0)
}

/** Of chosen sections only items remain that cite only them: others would disclose what was left out. */
function storedSummary(
  parts: readonly SummaryPart[],
  { blocks }: TranscriptFile,
  hasChosenSections: boolean,
): ExportedSummary | null {
  const uuids = new Set(blocks.map(({ uuid }) => uuid))
  const isChosen = ({ citations }: SummaryItem) =>
    citations.length > 0 && citations.every(({ block_uuid }) => uuids.has(block_uuid))
  const groups = EXPORTED_PARTS.flatMap((name) => {
    const part = parts.find((one) => one.part === name)
    const items = (part?.items ?? []).filter((item) => !hasChosenSections || isChosen(item))
    return items.length > 0 ? [{ part: name, lines: items.map(toLine), isOutdated: part?.is_outdated ?? false }] : []
  })
  if (groups.length === 0) return null
  return { kind: 'stored', isOutdated: groups.some(({ isOutdated }) => isOutdated), groups }
}

function extractedSummary({ blocks }: TranscriptFile): ExportedSummary | null {
  const known = blocks.flatMap(({ uuid, terms, ...block }) => (uuid && terms ? [{ ...block, uuid, terms }] : []))
  const groups = extractTopics(known).map(({ name, passages }) => ({
    name,
    lines: passages.map(({ text, start_time: time }) => ({ text, owner: null, due: null, time })),
  }))
  return groups.some(({ lines }) => lines.length > 0) ? { kind: 'extracted', groups } : null
}

/**
 * The summary for an export of `document`, the exported part of the transcript. Null if the format has none, none was asked
 * for, or none exists.
 */
export function summaryOfExport(
  document: TranscriptFile,
  parts: readonly SummaryPart[],
  { format, summary, section }: Query,
): ExportedSummary | null {
  if (summary === 'none' || !SUMMARY_FORMATS.some((one) => one === format)) return null
  if (hasSummary(parts)) return storedSummary(parts, document, section !== undefined)
  return summary === 'extracted' ? extractedSummary(document) : null
}
