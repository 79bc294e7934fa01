import type { RecordingStore } from '../types.ts'
import { openIndexedDbBackend } from './indexeddb-backend.ts'
import { openOpfsBackend } from './opfs-backend.ts'
import { makeRecordingStore } from './recording-store.ts'

/**
 * The origin private file system if this browser offers it, together with what was recorded before it did: after an
 * update of the browser, recordings of the database are still there.
 */
function joined(files: RecordingStore, database: RecordingStore): RecordingStore {
  return {
    ...files,
    open: async (uuid) => (await files.open(uuid)) ?? (await database.open(uuid)),
    list: async (userId) =>
      [...(await files.list(userId)), ...(await database.list(userId).catch(() => []))].toSorted((a, b) =>
        b.header.startedAt.localeCompare(a.header.startedAt),
      ),
  }
}

async function open(): Promise<RecordingStore> {
  const [files, database] = await Promise.allSettled([openOpfsBackend(), openIndexedDbBackend()])
  if (files.status === 'rejected') {
    if (database.status === 'rejected') throw database.reason
    return makeRecordingStore(database.value)
  }
  const store = makeRecordingStore(files.value)
  return database.status === 'rejected' ? store : joined(store, makeRecordingStore(database.value))
}

let opening: Promise<RecordingStore> | null = null

/** The store of this page. Rejects if the browser stores nothing for it; the next call tries again. */
export function openStore(): Promise<RecordingStore> {
  opening ??= open().catch((error: unknown) => {
    opening = null
    throw error
  })
  return opening
}

/** Asks the browser not to delete what is stored when the disk is nearly full. */
export async function requestPersistence(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist())
  } catch {
    return false
  }
}
