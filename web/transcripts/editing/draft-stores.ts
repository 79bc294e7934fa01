import { call } from '../../platform/call.ts'
import { DraftStore } from './draft-store.ts'

const stores = new Map<number, DraftStore>()

/** The draft store of a user; one instance per user and tab. */
export function draftStoreOf(person: number): DraftStore {
  let store = stores.get(person)
  if (!store) stores.set(person, (store = new DraftStore(person, async () => (await call('getDraftKey')).key)))
  return store
}
