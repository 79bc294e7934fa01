// Reads the answer of a model about parts of a summary. Its form and its quotes are not trusted.
import { randomUUID } from 'node:crypto'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { SummaryPartName } from '@kaiwa/contract/summary-words.ts'
import { cleanText } from '@kaiwa/transcript/clean-text.ts'
import { checkQuotes, type Cite, isObject, quotesOf, type RawQuote } from '../assistant/check-quotes.ts'
import type { BlockIds } from '../assistant/prompt.ts'
import { safeMarkdown } from '../assistant/safe-markdown.ts'
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
/** Characters of a raw text that are processed. */
const MAX_RAW = 8_000

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** The items of each part; null if the text is not JSON, or a part is missing. */
export function readParts(
  text: string,
  parts: readonly SummaryPartName[],
): Partial<Record<SummaryPartName, RawItem[]>> | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const read: Partial<Record<SummaryPartName, RawItem[]>> = {}
  for (const part of parts) {
    const list = isObject(value) ? value[part] : undefined
    if (!Array.isArray(list)) return null
    read[part] = list.slice(0, MAX_NOTES).flatMap((one: unknown): RawItem[] => {
      if (!isObject(one)) return []
      const item = {
        text: textOrNull(one['text']) ?? '',
        owner: textOrNull(one['owner']),
        due: textOrNull(one['due']),
        block: textOrNull(one['block']),
        quotes: quotesOf(one['quotes']),
      }
      return item.text === '' ? [] : [item]
    })
  }
  return read
}

/** Plain text of one line without links, images and tags. */
function plainText(raw: string, maxLength: number): string {
  const line = safeMarkdown(cleanText(raw.slice(0, MAX_RAW)), true)
    .replaceAll(/\s+/g, ' ')
    .trim()
  // Half a character at the end is left out.
  return line
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

function detailOf(raw: string | null): string | null {
  return raw === null ? null : plainText(raw, LIMITS.summaryDetailLength) || null
}

/** Suggested sections in order of time, one for each block. */
function composeSections(items: readonly RawItem[], ids: BlockIds): StoredItem[] {
  const byBlock = new Map<string, StoredItem>()
  for (const { text, block: id } of items) {
    const block = id === null ? undefined : ids.get(id)
    const name = plainText(text, LIMITS.sectionNameLength)
    if (!block || name === '' || byBlock.has(block.uuid)) continue
    const place = { block_uuid: block.uuid, time: block.start_time }
    byBlock.set(block.uuid, {
      ...place,
      id: randomUUID(),
      text: name,
      owner: null,
      due: null,
      quotes: [],
      is_edited: false,
    })
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
    const text = plainText(item.text, LIMITS.summaryTextLength)
    const quotes = checkQuotes(item.quotes, ids, cite)
    if (text === '' || quotes.length === 0) return []
    const details = part === 'to_dos' ? { owner: detailOf(item.owner), due: detailOf(item.due) } : null
    return [
      {
        id: randomUUID(),
        text,
        owner: details?.owner ?? null,
        due: details?.due ?? null,
        block_uuid: null,
        time: null,
        quotes: quotes.map(({ block_uuid, quote, time }) => ({ block_uuid, quote, time })),
        is_edited: false,
      },
    ]
  })
  return composed.slice(0, MAX_ITEMS[part])
}
