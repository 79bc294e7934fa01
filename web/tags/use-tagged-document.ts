import type { EditSession } from '@kaiwa/editor/edit-session.ts'
import type { EditableDocument } from '@kaiwa/transcript'
import { useSyncExternalStore } from 'react'
import { tagStoreOf } from './tag-store.ts'
import type { TagCounts } from './tag-usage.ts'

/** The document at the last change of a passage. */
export function useTaggedDocument(session: EditSession): EditableDocument {
  const { subscribe, document } = tagStoreOf(session)
  return useSyncExternalStore(subscribe, document)
}

/** Number of uses of each tag in the document; rerenders when a number changes. */
export function useTagCounts(session: EditSession): TagCounts {
  const { subscribe, counts } = tagStoreOf(session)
  return useSyncExternalStore(subscribe, counts)
}
