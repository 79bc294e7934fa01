// Reads the answer of a model about parts of a summary. Its form and its quotes are not trusted.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { checkQuotes, type Cite, quotesOf, type RawQuote } from '../assistant/check-quotes.ts'
import { isObject, parseJson } from '../assistant/model-json.ts'
import { plainLine } from '../assistant/plain-line.ts'
import type { BlockIds } from '../assistant/prompt.ts'
import { newItem } from './new-item.ts'
import { MAX_ITEMS } from './prompt.ts'
import type { StoredItem } from './store/parts.ts'

/** An item as a model gives it. */
export interface RawItem {
  text: string
  owner: string | null
  due: string | null
  /** Of a section. */
  block: string | null
  quotes: RawQuote[]
}

/** Notes of one request about one part. */
const MAX_NOTES = 200

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Items by part. */
export type ReadParts = Partial<Record<SummaryPartName, RawItem[]>>

function toRawItem(value: unknown): RawItem[] {
  if (!isObject(value)) return []
  const text = textOrNull(value['text'])
  if (text === null) return []
  const [owner, due, block] = [value['owner'], value['due'], value['block']].map(textOrNull)
  return [{ text, owner: owner ?? null, due: due ?? null, block: block ?? null, quotes: quotesOf(value['quotes']) }]
}

/** JSON whose end may be missing. The last item is left out then, because it may be incomplete. */
async function parseCutOff(text: string): Promise<unknown> {
  const { parsePartialJson } = await import('ai')
  const { value, state } = await parsePartialJson(text)
  const last = isObject(value) ? Object.values(value).at(-1) : undefined
  if (state === 'repaired-parse' && Array.isArray(last)) last.pop()
  return value
}

/**
 * The items of each part; null if the text is not JSON, or a part is missing. `isCutOff`: the model reached its limit of
 * tokens, so the complete items count, and missing parts are empty.
 */
export async function readParts(
  text: string,
  parts: readonly SummaryPartName[],
  { isCutOff }: { isCutOff: boolean },
): Promise<ReadParts | null> {
  const value = isCutOff ? await parseCutOff(text) : parseJson(text)
  const read: ReadParts = {}
  for (const part of parts) {
    const list = isObject(value) ? (value[part] ?? (isCutOff ? [] : undefined)) : undefined
    if (!Array.isArray(list)) return null
    read[part] = list.slice(0, MAX_NOTES).flatMap(toRawItem)
  }
  return read
}

function detailOf(raw: string | null): string | null {
  return raw === null ? null : plainLine(raw, LIMITS.summaryDetailLength) || null
}

/** Suggested sections in order of time, one for each block. */
function composeSections(items: readonly RawItem[], ids: BlockIds): StoredItem[] {
  const byBlock = new Map<string, StoredItem>()
  for (const { text, block: id } of items) {
    const block = id === null ? undefined : ids.get(id)
    const name = plainLine(text, LIMITS.sectionNameLength)
    if (!block || name === '' || byBlock.has(block.uuid)) continue
    byBlock.set(block.uuid, newItem({ text: name, block_uuid: block.uuid, time: block.start_time }))
  }
  return [...byBlock.values()].toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0))
}

/** Items to store. One without a quote that occurs in its block, or of a block that does not exist, is left out. */
export function composeItems(
  part: SummaryPartName,
  items: readonly RawItem[],
  { ids, cite }: { ids: BlockIds; cite: Cite },
): StoredItem[] {
  if (part === 'sections') return composeSections(items, ids).slice(0, MAX_ITEMS.sections)
  const composed = items.flatMap((item): StoredItem[] => {
    const text = plainLine(item.text, LIMITS.summaryTextLength)
    const quotes = checkQuotes(item.quotes, ids, cite)
    if (text === '' || quotes.length === 0) return []
    const details = part === 'to_dos' ? { owner: detailOf(item.owner), due: detailOf(item.due) } : {}
    const found = quotes.map(({ block_uuid, quote, time }) => ({ block_uuid, quote, time }))
    return [newItem({ text, ...details, quotes: found })]
  })
  return composed.slice(0, MAX_ITEMS[part])
}
