// A part of a summary while a person edits it. Everything is pure; the component shows it and sends it.
import type { Citation } from '@kaiwa/contract/chat-messages.ts'
import type { EditedItem, SummaryItem, SummaryPart } from '@kaiwa/contract/summaries.ts'

export interface DraftItem {
  /** Stable as long as the draft exists. */
  key: string
  /** Null for an item that the person adds. */
  id: string | null
  text: string
  owner: string
  due: string
  /** Of a section: the block at which it would begin. */
  blockUuid: string | null
  /** The citations that are kept. */
  citations: readonly Citation[]
}

export interface Draft {
  /** Version of the part that is edited. */
  version: number
  items: readonly DraftItem[]
}

function toDraftItem({ id, text, owner, due, block_uuid, citations }: SummaryItem): DraftItem {
  return { key: id, id, text, owner: owner ?? '', due: due ?? '', blockUuid: block_uuid, citations }
}

export function toDraft({ version, items }: SummaryPart): Draft {
  return { version, items: items.map(toDraftItem) }
}

let added = 0

export function addItem(draft: Draft): Draft {
  added += 1
  const item = { key: `added ${added}`, id: null, text: '', owner: '', due: '', blockUuid: null, citations: [] }
  return { ...draft, items: [...draft.items, item] }
}

export function changeItem(draft: Draft, key: string, change: Partial<DraftItem>): Draft {
  return { ...draft, items: draft.items.map((item) => (item.key === key ? { ...item, ...change } : item)) }
}

export function removeItem(draft: Draft, key: string): Draft {
  return { ...draft, items: draft.items.filter((item) => item.key !== key) }
}

/** Moves an item up (-1) or down (1); at the end of the list nothing changes. */
export function moveItem(draft: Draft, key: string, by: -1 | 1): Draft {
  const items = [...draft.items]
  const from = items.findIndex((item) => item.key === key)
  const [item, other] = [items[from], items[from + by]]
  if (!item || !other) return draft
  items[from] = other
  items[from + by] = item
  return { ...draft, items }
}

function isBlank({ text, owner, due }: DraftItem): boolean {
  return `${text}${owner}${due}`.trim() === ''
}

/** Without its text an item cannot be saved, except for an added line that was never filled in. */
export function lacksText(item: DraftItem): boolean {
  return item.text.trim() === '' && !(item.id === null && isBlank(item))
}

/** The body of the edit, without added lines that were never filled in. */
export function toEditedItems({ items }: Draft): EditedItem[] {
  return items
    .filter((item) => item.id !== null || !isBlank(item))
    .map(({ id, text, owner, due, citations }) => ({
      id,
      text: text.trim(),
      owner: owner.trim() || null,
      due: due.trim() || null,
      citations: citations.map(({ number }) => number),
    }))
}

function isSame(a: Citation, b: Citation): boolean {
  return a.block_uuid === b.block_uuid && a.quote === b.quote
}

function hasCitationsOf({ citations }: SummaryItem, item: DraftItem): boolean {
  return item.citations.length > 0 && item.citations.every((kept) => citations.some((one) => isSame(kept, one)))
}

/** Finds the item of the newest version that matches a draft item: by id, by block (sections), or by citations. */
function findLatest(item: DraftItem, latest: readonly SummaryItem[]): SummaryItem | undefined {
  if (item.id === null) return undefined
  return (
    latest.find(({ id }) => id === item.id) ??
    latest.find((one) => (item.blockUuid === null ? hasCitationsOf(one, item) : one.block_uuid === item.blockUuid))
  )
}

/**
 * Rebases a draft on a newer version of the part: its items replace those of the other person. An item whose id no longer
 * exists replaces one with the same citations; if there is none, it is added without citations, because an edit cannot add
 * any. A section that is no longer suggested is left out, because an edit cannot add sections.
 */
export function rebaseDraft({ items }: Draft, part: SummaryPart): Draft {
  const known = new Set(items.map(({ id }) => id))
  const free = new Set(part.items)
  const rebased = items.flatMap((item): DraftItem[] => {
    // Items of other typed items are not given away.
    const latest = findLatest(
      item,
      [...free].filter(({ id }) => id === item.id || !known.has(id)),
    )
    if (!latest) return part.part === 'sections' ? [] : [{ ...item, id: null, citations: [] }]
    free.delete(latest)
    const citations = latest.citations.filter((one) => item.citations.some((kept) => isSame(kept, one)))
    return [{ ...item, id: latest.id, citations }]
  })
  return { version: part.version, items: rebased }
}
