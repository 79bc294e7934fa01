// The store of recordings over one backend: ownership, the order of writes, and what a stored journal means.
import type { JournalEntry } from '@kaiwa/recording/journal.ts'
import { missingCut, parseJournal, readJournal, toJournalLine } from '@kaiwa/recording/read-journal.ts'
import type { RecordingStore, RecordingWriter, UnfinishedRecording } from '../types.ts'
import type { StorageBackend, StoredRecording } from './backend.ts'
import { lockedRecordings, lockRecording } from './recording-lock.ts'

/**
 * Entries without which a recording cannot be sent and ended. On a full disk they are known to this tab only: sending is
 * what makes room.
 */
const ENDS_A_RECORDING: Partial<Record<JournalEntry['type'], true>> = {
  details: true,
  stopped: true,
  confirmed: true,
  withdrawn: true,
  finished: true,
}

function isDiskFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

class StoreWriter implements RecordingWriter {
  readonly uuid: string
  readonly entries: JournalEntry[]
  size: number
  readonly #backend: StorageBackend
  readonly #onClose: () => Promise<void>
  readonly #listeners = new Set<() => void>()
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(backend: StorageBackend, uuid: string, entries: JournalEntry[], onClose: () => Promise<void>) {
    this.uuid = uuid
    this.entries = entries
    this.size = readJournal(entries).size
    this.#backend = backend
    this.#onClose = onClose
  }

  appendPiece(bytes: Blob, seconds: number): Promise<void> {
    return this.#inTurn(async () => {
      // A recorder that has nothing gives an empty piece.
      if (bytes.size === 0) return
      const end = this.size + bytes.size
      await this.#store(bytes, { type: 'piece', end, seconds, at: Date.now() })
    })
  }

  append(entry: JournalEntry): Promise<void> {
    return this.#inTurn(async () => {
      try {
        await this.#store(null, entry)
      } catch (error) {
        if (!ENDS_A_RECORDING[entry.type] || !isDiskFull(error)) throw error
        this.#add(entry)
      }
    })
  }

  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.#inTurn(() => this.#backend.read(this.uuid, from, Math.min(to, this.size)))
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): Promise<void> {
    return this.#end(() => this.#backend.close(this.uuid))
  }

  remove(): Promise<void> {
    return this.#end(() => this.#backend.remove(this.uuid))
  }

  async #store(bytes: Blob | null, entry: JournalEntry): Promise<void> {
    await this.#backend.append(this.uuid, bytes, this.size, toJournalLine(entry))
    this.#add(entry)
  }

  #add(entry: JournalEntry): void {
    if (entry.type === 'piece') this.size = entry.end
    this.entries.push(entry)
    for (const listener of this.#listeners) listener()
  }

  /** Runs `work` after all earlier calls have been stored or have failed. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new DOMException('The recording was closed', 'InvalidStateError'))
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }

  async #end(work: () => Promise<void>): Promise<void> {
    if (this.#isClosed) return
    const ended = this.#inTurn(work)
    this.#isClosed = true
    try {
      await ended
    } finally {
      this.#listeners.clear()
      await this.#onClose()
    }
  }
}

function describe({ journal, size: bytes }: StoredRecording, isOwnedElsewhere: boolean): UnfinishedRecording | null {
  const entries = parseJournal(journal)
  // As it is when it is opened.
  const cut = missingCut(entries, bytes)
  const { header, upload, ...read } = readJournal(cut ? [...entries, cut] : entries)
  if (!header) return null
  const { details, seconds, size, hasVideo, isStopped, isConfirmed } = read
  const uploadId = upload?.uploadId ?? null
  return { header, details, seconds, size, hasVideo, uploadId, isStopped, isConfirmed, isOwnedElsewhere }
}

/** Whether a recording was finished, or is what an interrupted creation has left. */
function isUseless({ journal, size: bytes }: StoredRecording): boolean {
  const { isFinished, header, size } = readJournal(parseJournal(journal))
  return isFinished || (!header && size === 0 && bytes === 0)
}

export function makeRecordingStore(backend: StorageBackend): RecordingStore {
  /** Recordings that this page has open. */
  const own = new Set<string>()

  /** Runs `work` with the lock, which is released unless it returns a writer. Null if the lock is taken. */
  const withLock = async (
    uuid: string,
    work: (release: () => Promise<void>) => Promise<RecordingWriter | null>,
  ): Promise<RecordingWriter | null> => {
    const unlock = await lockRecording(uuid)
    if (!unlock) return null
    own.add(uuid)
    const release = async (): Promise<void> => {
      await unlock()
      own.delete(uuid)
    }
    try {
      const writer = await work(release)
      if (!writer) await release()
      return writer
    } catch (error) {
      await release()
      throw error
    }
  }

  /** Deletes a useless recording. */
  const sweep = (uuid: string): Promise<unknown> =>
    withLock(uuid, async () => {
      const stored = await backend.open(uuid)
      // Another tab may have gone on with its creation since it was listed.
      if (stored && !isUseless(stored)) await backend.close(uuid)
      else await backend.remove(uuid)
      return null
    })

  return {
    kind: backend.kind,
    create: async (header) => {
      const writer = await withLock(header.uuid, async (release) => {
        await backend.create(header.uuid)
        const created = new StoreWriter(backend, header.uuid, [], release)
        try {
          await created.append(header)
        } catch (error) {
          await created.remove().catch(() => undefined)
          throw error
        }
        return created
      })
      if (!writer) throw new Error('A recording of this uuid is open')
      return writer
    },
    open: (uuid) =>
      withLock(uuid, async (release) => {
        const stored = await backend.open(uuid)
        const entries = stored ? parseJournal(stored.journal) : []
        if (!stored || !entries.some(({ type }) => type === 'header')) {
          if (stored) await backend.close(uuid)
          return null
        }
        const writer = new StoreWriter(backend, uuid, entries, release)
        const cut = missingCut(entries, stored.size)
        if (!cut) return writer
        await writer.append(cut)
        writer.size = readJournal(writer.entries).size
        return writer
      }),
    list: async (userId) => {
      const found: UnfinishedRecording[] = []
      const stored = await backend.list()
      const locked = await lockedRecordings()
      for (const recording of stored) {
        const { uuid } = recording
        if (own.has(uuid)) continue
        if (isUseless(recording)) {
          if (!locked.has(uuid)) await sweep(uuid).catch(() => undefined)
          continue
        }
        const described = describe(recording, locked.has(uuid))
        if (described?.header.userId === userId) found.push(described)
      }
      return found.toSorted((a, b) => b.header.startedAt.localeCompare(a.header.startedAt))
    },
    freeBytes: async () => {
      const { quota, usage } = await navigator.storage.estimate()
      return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage)
    },
  }
}
