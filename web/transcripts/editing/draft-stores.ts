import { call } from '../../platform/call.ts'
import { DraftStore } from './draft-store.ts'

const stores = new Map<number, DraftStore>()

/** The drafts of a person in this tab and browser. */
export function draftStoreOf(person: number): DraftStore {
  let store = stores.get(person)
  if (!store) stores.set(person, (store = new DraftStore(person, async () => (await call('getDraftKey')).key)))
  return store
}
