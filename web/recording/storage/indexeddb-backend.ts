// For browsers without the origin private file system. A piece and its entry are stored in one transaction.
import type { StorageBackend, StoredRecording } from './backend.ts'

const DATABASE = 'kaiwa-recordings'
/** Key: [uuid, first byte]. */
const PIECES = 'pieces'
/** Lines of the journals, in order. */
const LINES = 'lines'
const BY_RECORDING = 'by-recording'

interface Line {
  uuid: string
  line: string
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no database in this browser')))
  })
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('The transaction was aborted')))
  })
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(PIECES)
    request.result.createObjectStore(LINES, { autoIncrement: true }).createIndex(BY_RECORDING, 'uuid')
  })
  return resultOf(request)
}

/** Keys of the pieces of a recording that begin at `from` or later, and before `to`. */
function piecesOf(uuid: string, from = 0, to = Infinity): IDBKeyRange {
  return IDBKeyRange.bound([uuid, from], [uuid, to], false, true)
}

export async function openIndexedDbBackend(): Promise<StorageBackend> {
  let database: IDBDatabase | null = null
  /** The browser closes the connection when it deletes what is stored. */
  const connect = async (): Promise<IDBDatabase> => {
    if (database) return database
    const opened = await openDatabase()
    opened.addEventListener('close', () => {
      database = null
    })
    return (database = opened)
  }
  await connect()
  const write = async (): Promise<IDBTransaction> =>
    (await connect()).transaction([PIECES, LINES], 'readwrite', { durability: 'strict' })

  const open = async (uuid: string): Promise<StoredRecording | null> => {
    const transaction = (await connect()).transaction([PIECES, LINES])
    const lines = resultOf<Line[]>(transaction.objectStore(LINES).index(BY_RECORDING).getAll(uuid))
    const keys = resultOf(transaction.objectStore(PIECES).getAllKeys(piecesOf(uuid)))
    const last = (await keys).at(-1)
    const piece = last === undefined ? null : await resultOf<ArrayBuffer>(transaction.objectStore(PIECES).get(last))
    const size = piece ? (last as [string, number])[1] + piece.byteLength : 0
    const journal = (await lines).map(({ line }) => line).join('')
    return journal === '' ? null : { uuid, journal, size }
  }

  return {
    kind: 'indexeddb',
    create: async () => undefined,
    open,
    append: async (uuid, bytes, at, line) => {
      const buffer = await bytes?.arrayBuffer()
      const transaction = await write()
      const done = committed(transaction)
      try {
        if (buffer) {
          const pieces = transaction.objectStore(PIECES)
          // Removes the rest of a lost piece beyond the end of the recording.
          pieces.delete(piecesOf(uuid, at))
          pieces.put(buffer, [uuid, at])
        }
        transaction.objectStore(LINES).add({ uuid, line } satisfies Line)
      } catch (error) {
        transaction.abort()
        await done.catch(() => undefined)
        throw error
      }
      await done
    },
    read: async (uuid, from, to) => {
      const pieces = (await connect()).transaction(PIECES).objectStore(PIECES)
      const before = await resultOf(pieces.openKeyCursor(piecesOf(uuid, 0, from + 1), 'prev'))
      const range = piecesOf(uuid, before ? (before.key as [string, number])[1] : from, Math.max(from + 1, to))
      const [keys, buffers] = await Promise.all([
        resultOf(pieces.getAllKeys(range)) as Promise<[string, number][]>,
        resultOf<ArrayBuffer[]>(pieces.getAll(range)),
      ])
      const found = keys.map(([, at], index) => ({ at, bytes: new Uint8Array(buffers[index] ?? new ArrayBuffer()) }))
      const last = found.at(-1)
      const end = Math.min(to, last ? last.at + last.bytes.length : from)
      const result = new Uint8Array(Math.max(0, end - from))
      for (const { at, bytes } of found) {
        const skipped = Math.max(0, from - at)
        result.set(bytes.subarray(skipped, Math.max(skipped, end - at)), Math.max(0, at - from))
      }
      return result
    },
    close: async () => undefined,
    remove: async (uuid) => {
      const transaction = await write()
      const done = committed(transaction)
      transaction.objectStore(PIECES).delete(piecesOf(uuid))
      const lines = transaction.objectStore(LINES)
      for (const key of await resultOf(lines.index(BY_RECORDING).getAllKeys(uuid))) lines.delete(key)
      await done
    },
    list: async () => {
      const found: StoredRecording[] = []
      const index = (await connect()).transaction(LINES).objectStore(LINES).index(BY_RECORDING)
      const uuids = new Set<string>()
      // The next recording after each one, without reading the lines between them.
      for (let cursor = await resultOf(index.openKeyCursor(null, 'nextunique')); cursor;) {
        uuids.add(cursor.key as string)
        const next = resultOf(cursor.request as IDBRequest<IDBCursor | null>)
        cursor.continue()
        cursor = await next
      }
      for (const uuid of uuids) {
        const recording = await open(uuid)
        if (recording) found.push(recording)
      }
      return found
    },
  }
}
