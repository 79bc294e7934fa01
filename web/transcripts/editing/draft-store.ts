import type { NetChange } from '@kaiwa/transcript'
import { pageAddress } from '../../platform/page-address.ts'
import type { EncryptedDraft, DraftCipher } from './draft-encryption.ts'

/** Unsaved changes of one edit mode, with the state before and after, so that they can be rebased later. */
export interface Draft {
  readonly id: string
  readonly transcriptId: number
  /** Time of the last change, ISO 8601. */
  readonly at: string
  readonly changes: readonly NetChange[]
  /** Version of the edit lock under which the server has a copy; missing without one. */
  readonly lockVersion?: number
}

interface Row {
  /** `person/transcript/draft` */
  key: string
  sealed: EncryptedDraft
  /** Readable without the key, for the list of a person without network. Missing in rows of earlier versions. */
  at?: string
  /** The page of its file. */
  path?: string
}

const DATABASE = 'kaiwa'

function asPromise<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no database in this browser')))
  })
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('drafts', { keyPath: 'key' }))
  return asPromise(request)
}

/**
 * Drafts of one user in IndexedDB, encrypted with a key that the server gives only to sessions of this user, so that
 * the next user of the browser cannot read them. Without IndexedDB or Web Crypto (private windows, plain http), drafts
 * last as long as the tab.
 */
export class DraftStore {
  readonly #person: number
  readonly #requestKey: () => Promise<string>
  readonly #inMemory = new Map<string, Draft>()
  #cipher: Promise<DraftCipher> | null = null
  #database: Promise<IDBDatabase> | null = null

  constructor(person: number, requestKey: () => Promise<string>) {
    this.#person = person
    this.#requestKey = requestKey
  }

  /** Fetches the key, so that drafts can be stored while offline. */
  async prepare(): Promise<void> {
    await this.#ready().catch(() => undefined)
  }

  async put(draft: Draft): Promise<void> {
    const key = this.#keyOf(draft.transcriptId, draft.id)
    this.#inMemory.set(key, draft)
    try {
      const [cipher, database] = await this.#ready()
      const row: Row = {
        key,
        sealed: await cipher.encrypt(draft, key),
        at: draft.at,
        path: pageAddress().pathname,
      }
      // The draft was deleted or replaced during encryption.
      if (this.#inMemory.get(key) !== draft) return
      await asPromise(
        database.transaction('drafts', 'readwrite', { durability: 'strict' }).objectStore('drafts').put(row),
      )
    } catch {
      // The draft stays in memory.
    }
  }

  async delete({ transcriptId, id }: Pick<Draft, 'transcriptId' | 'id'>): Promise<void> {
    const key = this.#keyOf(transcriptId, id)
    this.#inMemory.delete(key)
    try {
      const [, database] = await this.#ready()
      await asPromise(database.transaction('drafts', 'readwrite').objectStore('drafts').delete(key))
    } catch {
      // Without key or database, the draft was not stored.
    }
  }

  /** Drafts of a transcript, newest first. Skips drafts that cannot be decrypted with the key of this user. */
  async list(transcriptId: number): Promise<Draft[]> {
    const found = new Map<string, Draft>()
    const prefix = this.#keyOf(transcriptId, '')
    try {
      const database = await this.#opened()
      const range = IDBKeyRange.bound(prefix, `${prefix}\u{ffff}`)
      const rows = await asPromise<Row[]>(database.transaction('drafts').objectStore('drafts').getAll(range))
      // Most transcripts have no draft: the key is fetched when there is one.
      const cipher = rows.length > 0 ? await this.#unlocked() : null
      for (const { key, sealed } of rows) {
        const draft = await cipher?.decrypt(sealed, key)
        if (draft) found.set(key, draft as Draft)
      }
    } catch {
      // Without key or database, only drafts in memory are listed.
    }
    for (const [key, draft] of this.#inMemory) if (key.startsWith(prefix)) found.set(key, draft)
    return [...found.values()].sort((a, b) => b.at.localeCompare(a.at))
  }

  #keyOf(transcriptId: number, id: string): string {
    return `${this.#person}/${transcriptId}/${id}`
  }

  // A failure is not cached: the next call tries again.
  #unlocked(): Promise<DraftCipher> {
    this.#cipher ??= Promise.all([import('./draft-encryption.ts'), this.#requestKey()]).then(
      ([{ openDraftCipher }, key]) => openDraftCipher(key),
    )
    this.#cipher.catch(() => (this.#cipher = null))
    return this.#cipher
  }

  #opened(): Promise<IDBDatabase> {
    this.#database ??= open()
    this.#database.catch(() => (this.#database = null))
    return this.#database
  }

  #ready(): Promise<[DraftCipher, IDBDatabase]> {
    return Promise.all([this.#unlocked(), this.#opened()])
  }
}

/** Page and time of a draft; its text cannot be read without the server. */
export interface StoredDraft {
  at: string
  path: string
}

/** The drafts of a user in this browser, newest first, without their key. */
export async function listStoredDrafts(userId: number): Promise<StoredDraft[]> {
  // Opening it would create an empty database.
  const names = await indexedDB.databases()
  if (!names.some(({ name }) => name === DATABASE)) return []
  const database = await open()
  const range = IDBKeyRange.bound(`${userId}/`, `${userId}/\u{ffff}`)
  const rows = await asPromise<Row[]>(database.transaction('drafts').objectStore('drafts').getAll(range))
  database.close()
  return rows
    .flatMap(({ at, path }) => (at !== undefined && path !== undefined ? [{ at, path }] : []))
    .toSorted((a, b) => b.at.localeCompare(a.at))
}
