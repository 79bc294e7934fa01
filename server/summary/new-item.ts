import { randomUUID } from 'node:crypto'
import type { StoredItem } from './store/parts.ts'

/** An item with a new id. Fields that are not given are null or empty. */
export function newItem(given: Pick<StoredItem, 'text'> & Partial<Omit<StoredItem, 'id'>>): StoredItem {
  const unknown = { owner: null, due: null, block_uuid: null, time: null, quotes: [], is_edited: false }
  return { ...unknown, ...given, id: randomUUID() }
}
