import { randomUUID } from 'node:crypto'
import type { StoredItem } from './store/parts.ts'

/** An item with an id of its own. What is not given is unknown or empty. */
export function newItem(given: Pick<StoredItem, 'text'> & Partial<Omit<StoredItem, 'id'>>): StoredItem {
  const unknown = { owner: null, due: null, block_uuid: null, time: null, quotes: [], is_edited: false }
  return { ...unknown, ...given, id: randomUUID() }
}
