// Writes recordings to the origin private file system: a folder for each, with its bytes and its journal. Only a worker
// may open a file for writing in place; each write is flushed to the disk before it is reported. One command runs at a
// time.
import type { StoredRecording } from './backend.ts'
import type { OpfsAnswer, OpfsRequest } from './opfs-commands.ts'

/** TypeScript has it in the library of workers, which excludes that of pages. Older Safari answers with promises. */
interface SyncFile {
  read: (buffer: Uint8Array, options: { at: number }) => number
  write: (buffer: Uint8Array, options: { at: number }) => number
  truncate: (size: number) => void | Promise<void>
  flush: () => void | Promise<void>
  getSize: () => number | Promise<number>
  close: () => void | Promise<void>
}
type WritableFile = FileSystemFileHandle & { createSyncAccessHandle: () => Promise<SyncFile> }

const FOLDER = 'recordings'
const DATA = 'data'
const JOURNAL = 'journal'

interface OpenRecording {
  data: SyncFile
  journal: SyncFile
  /** Bytes of the journal that count. */
  journalSize: number
}
const opened = new Map<string, OpenRecording>()

async function folderOfAll(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(FOLDER, { create: true })
}

/** A tab that has just ended may still have the file open. */
const OPEN_RETRY_MS = 100
const OPEN_ATTEMPTS = 50

async function openFile(folder: FileSystemDirectoryHandle, name: string, create: boolean): Promise<SyncFile> {
  const file = (await folder.getFileHandle(name, { create })) as WritableFile
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await file.createSyncAccessHandle()
    } catch (error) {
      const isOpen = error instanceof DOMException && error.name === 'NoModificationAllowedError'
      if (!isOpen || attempt === OPEN_ATTEMPTS) throw error
      await new Promise((resolve) => {
        setTimeout(resolve, OPEN_RETRY_MS)
      })
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError'
}

async function openBoth(uuid: string, create: boolean): Promise<OpenRecording> {
  const folder = await (await folderOfAll()).getDirectoryHandle(uuid, { create })
  const data = await openFile(folder, DATA, create)
  try {
    const journal = await openFile(folder, JOURNAL, create)
    return { data, journal, journalSize: await journal.getSize() }
  } catch (error) {
    await data.close()
    throw error
  }
}

function openedOf(uuid: string): OpenRecording {
  const found = opened.get(uuid)
  if (!found) throw new DOMException('The recording is not open', 'InvalidStateError')
  return found
}

async function writeAll(file: SyncFile, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const rest = bytes.subarray(done)
    const count = file.write(rest, { at: at + done })
    // In private windows, Chromium returns the error code of a full disk as a number of bytes: 4,294,967,288.
    if (count <= 0 || count > rest.length) throw new DOMException('The disk is full', 'QuotaExceededError')
    done += count
  }
  await file.flush()
}

async function readWhole(file: SyncFile): Promise<string> {
  const bytes = new Uint8Array(await file.getSize())
  file.read(bytes, { at: 0 })
  return new TextDecoder().decode(bytes)
}

async function close(uuid: string): Promise<void> {
  const recording = opened.get(uuid)
  opened.delete(uuid)
  await recording?.data.close()
  await recording?.journal.close()
}

async function append(uuid: string, bytes: Blob | null, at: number, line: string): Promise<void> {
  const recording = openedOf(uuid)
  const { data, journal, journalSize } = recording
  const text = new TextEncoder().encode(line)
  try {
    // The entry follows its bytes, so that it never speaks of bytes that are not there.
    if (bytes) await writeAll(data, new Uint8Array(await bytes.arrayBuffer()), at)
    await writeAll(journal, text, journalSize)
    recording.journalSize += text.length
  } catch (error) {
    // A part of a line would be skipped by readers. Removed nevertheless, because the disk may be full.
    await Promise.allSettled([bytes && data.truncate(at), journal.truncate(journalSize)])
    throw error
  }
}

async function read(uuid: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  const { data } = openedOf(uuid)
  const bytes = new Uint8Array(Math.max(0, Math.min(to, await data.getSize()) - from))
  const count = data.read(bytes, { at: from })
  return bytes.subarray(0, count)
}

const READ_ATTEMPTS = 5

/** Reads a recording without opening it. Another tab may be writing, which invalidates what is read. */
async function peek(folder: FileSystemDirectoryHandle, uuid: string): Promise<StoredRecording | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const journal = await (await folder.getFileHandle(JOURNAL)).getFile()
      const text = await journal.text()
      const { size } = await (await folder.getFileHandle(DATA)).getFile()
      return { uuid, journal: text, size }
    } catch (error) {
      // Being created or deleted.
      if (isMissing(error)) return null
      if (attempt === READ_ATTEMPTS) throw error
    }
  }
}

const commands = {
  /** Rejects if this browser does not store files for this page, as in some private windows. */
  probe: async (): Promise<void> => {
    const root = await navigator.storage.getDirectory()
    const name = `probe-${crypto.randomUUID()}`
    const file = await openFile(root, name, true)
    try {
      await writeAll(file, new Uint8Array([1]), 0)
    } finally {
      await file.close()
      await root.removeEntry(name)
    }
  },
  create: async (uuid: string): Promise<void> => void opened.set(uuid, await openBoth(uuid, true)),
  open: async (uuid: string): Promise<StoredRecording | null> => {
    try {
      const recording = await openBoth(uuid, false)
      opened.set(uuid, recording)
      return { uuid, journal: await readWhole(recording.journal), size: await recording.data.getSize() }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  },
  append,
  read,
  close,
  remove: async (uuid: string): Promise<void> => {
    await close(uuid)
    try {
      await (await folderOfAll()).removeEntry(uuid, { recursive: true })
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  },
  list: async (): Promise<StoredRecording[]> => {
    const found: StoredRecording[] = []
    for await (const [uuid, folder] of (await folderOfAll()).entries()) {
      if (folder.kind !== 'directory') continue
      // One that cannot be read does not hide the others.
      const recording = await peek(folder, uuid).catch(() => null)
      if (recording) found.push(recording)
    }
    return found
  },
}

async function run({ id, name, args }: OpfsRequest): Promise<void> {
  let answer: OpfsAnswer
  try {
    const command = commands[name] as (...values: unknown[]) => Promise<unknown>
    answer = { id, result: await command(...args) }
  } catch (error) {
    const { name: kind, message } = error instanceof Error ? error : new Error(String(error))
    answer = { id, failure: { name: kind, message } }
  }
  const bytes = 'result' in answer && answer.result instanceof Uint8Array ? [answer.result.buffer] : []
  postMessage(answer, { transfer: bytes })
}

let last = Promise.resolve()
addEventListener('message', ({ data }: MessageEvent<OpfsRequest>) => {
  last = last.then(() => run(data))
})
