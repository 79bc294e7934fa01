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
  /** The citations that are kept. */
  citations: readonly Citation[]
}

export interface Draft {
  /** Version of the part that is edited. */
  version: number
  items: readonly DraftItem[]
}

function toDraftItem({ id, text, owner, due, citations }: SummaryItem): DraftItem {
  return { key: id, id, text, owner: owner ?? '', due: due ?? '', citations }
}

export function toDraft({ version, items }: SummaryPart): Draft {
  return { version, items: items.map(toDraftItem) }
}

let added = 0

export function addItem(draft: Draft): Draft {
  added += 1
  const item = { key: `added ${added}`, id: null, text: '', owner: '', due: '', citations: [] }
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

/** The body of the edit. Items without text are left out: an added line that was never filled in. */
export function toEditedItems({ items }: Draft): EditedItem[] {
  return items
    .filter(({ text }) => text.trim() !== '')
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

/**
 * The draft on top of a part that somebody else changed. The typed items replace those of the other person. An item
 * that no longer exists is added again, without its citations: an edit cannot invent any.
 */
export function rebaseDraft({ items }: Draft, part: SummaryPart): Draft {
  const latest = new Map(part.items.map((item) => [item.id, item]))
  return {
    version: part.version,
    items: items.map((item) => {
      const known = item.id === null ? undefined : latest.get(item.id)
      if (!known) return { ...item, id: null, citations: [] }
      const citations = known.citations.filter((one) => item.citations.some((kept) => isSame(kept, one)))
      return { ...item, citations }
    }),
  }
}
