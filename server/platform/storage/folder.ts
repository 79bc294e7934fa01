// Files in a folder of this machine. A new file is written to a draft, synced and renamed, so that neither a reader nor
// a crash ever sees a partial file.
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import {
  access,
  constants,
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkKey, checkPrefix } from './key.ts'
import { readPieces } from './read-pieces.ts'
import { type Content, type Head, isInRange, MissingObject, type Storage } from './storage.ts'

function isMissing(error: unknown): boolean {
  return error instanceof Error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeContent(path: string, content: Content): Promise<void> {
  if (typeof content === 'object' && 'file' in content) {
    await copyFile(content.file, path, constants.COPYFILE_FICLONE)
    await sync(path)
    return
  }
  const source = content instanceof Readable ? content : Readable.from([content])
  await pipeline(source, createWriteStream(path, { flush: true }))
}

/** A draft that was not written to for this time is of a process that was killed: each write takes seconds or minutes. */
const ABANDONED_MS = 3_600_000

export function openFolder(folder: string, abandonedMs = ABANDONED_MS): Storage {
  // Drafts are outside the tree of keys: no list shows them and no key points to them.
  const drafts = join(folder, '.drafts')
  const pathOf = (key: string): string => join(folder, checkKey(key))

  const headOf = async (key: string): Promise<Head | null> => {
    try {
      const found = await stat(pathOf(key))
      return found.isFile() ? { size: found.size, modifiedAt: found.mtime } : null
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  const putInPlace = async (key: string, draft: string): Promise<Head> => {
    const path = pathOf(key)
    await mkdir(dirname(path), { recursive: true })
    await rename(draft, path)
    await sync(dirname(path))
    const head = await headOf(key)
    if (!head) throw new MissingObject(key)
    return head
  }

  /** Times are those of the file system, also of one on another machine. A link to an old file has a new `ctime`. */
  const removeAbandoned = async (): Promise<void> => {
    const probe = join(drafts, randomUUID())
    await writeFile(probe, '')
    const { ctimeMs: now } = await stat(probe)
    for (const name of await readdir(drafts)) {
      const found = await stat(join(drafts, name)).catch(() => null)
      if (found && now - found.ctimeMs >= abandonedMs) await rm(join(drafts, name), { force: true })
    }
    await rm(probe, { force: true })
  }
  let looksAt = 0

  const withDraft = async <T>(work: (draft: string) => Promise<T>): Promise<T> => {
    await mkdir(drafts, { recursive: true })
    if (performance.now() >= looksAt) {
      looksAt = performance.now() + ABANDONED_MS
      // The write itself reports what is wrong with the disk.
      await removeAbandoned().catch(() => undefined)
    }
    const draft = join(drafts, randomUUID())
    try {
      return await work(draft)
    } finally {
      await rm(draft, { force: true })
    }
  }

  const walk = async function* (directory: string): AsyncGenerator<string> {
    let entries
    try {
      entries = await opendir(directory)
    } catch (error) {
      if (isMissing(error)) return
      throw error
    }
    for await (const entry of entries) {
      const path = join(directory, entry.name)
      if (path === drafts) continue
      if (entry.isDirectory()) yield* walk(path)
      else yield relative(folder, path).replaceAll('\\', '/')
    }
  }

  const put: Storage['put'] = async (key, content) => {
    checkKey(key)
    return withDraft(async (draft) => {
      await writeContent(draft, content)
      return putInPlace(key, draft)
    })
  }

  const get: Storage['get'] = async (key, range) => {
    if (!(await headOf(key))) throw new MissingObject(key)
    return createReadStream(pathOf(key), range)
  }

  return {
    kind: 'folder',
    put,
    join: (key, pieces) => put(key, Readable.from(readPieces(get, pieces))),
    take: async (key, file) => {
      checkKey(key)
      return withDraft(async (draft) => {
        // A hard link needs no copy on the same file system; otherwise the bytes are copied.
        await link(file, draft).catch(async () => writeContent(draft, { file }))
        await sync(draft)
        const head = await putInPlace(key, draft)
        await rm(file, { force: true })
        return head
      })
    },
    get,
    head: headOf,
    delete: async (key) => {
      await rm(pathOf(key), { force: true })
    },
    deletePrefix: async (prefix) => {
      await rm(join(folder, checkPrefix(prefix)), { recursive: true, force: true })
    },
    list: async (prefix, range) => {
      const keys: string[] = []
      for await (const key of walk(join(folder, checkPrefix(prefix)))) if (isInRange(key, range)) keys.push(key)
      return keys.sort()
    },
    withLocalFile: async (key, work) => {
      if (!(await headOf(key))) throw new MissingObject(key)
      return work(pathOf(key))
    },
    check: async () => {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    },
  }
}
