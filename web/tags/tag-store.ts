import type { EditSession } from '@kaiwa/editor/edit-session.ts'
import type { Change, EditableDocument } from '@kaiwa/transcript'
import { countTags, sameCounts } from './tag-usage.ts'
import type { TagCounts } from './tag-usage.ts'

/** The tagged passages of a session, as components read them. Both results keep their identity until they change. */
export interface TagStore {
  subscribe: (listener: () => void) => () => void
  /** The document at the last change of a passage. */
  document: () => EditableDocument
  /** Number of uses of each tag. */
  counts: () => TagCounts
}

function hasTags(change: Change): boolean {
  return change.type === 'put'
    ? change.before.tags.length > 0 || change.after.tags.length > 0
    : change.block.tags.length > 0
}

/** Most typing is far from any passage; it neither notifies listeners nor recounts. */
function openTagStore(session: EditSession): TagStore {
  let shown: EditableDocument | null = null
  let counted: EditableDocument | null = null
  let counts: TagCounts = new Map()
  const listeners = new Set<() => void>()
  session.subscribe(({ changes }) => {
    if (changes !== null && !changes.some(hasTags)) return
    shown = null
    for (const listener of listeners) listener()
  })
  const document = (): EditableDocument => (shown ??= session.getState().document)
  return {
    document,
    counts() {
      if (counted === document()) return counts
      counted = document()
      const next = countTags(counted)
      if (!sameCounts(counts, next)) counts = next
      return counts
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const stores = new WeakMap<EditSession, TagStore>()

/** The store shared by all components with the same session. */
export function tagStoreOf(session: EditSession): TagStore {
  const known = stores.get(session)
  if (known) return known
  const store = openTagStore(session)
  stores.set(session, store)
  return store
}
