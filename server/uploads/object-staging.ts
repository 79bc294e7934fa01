// Parts of an upload as objects, for servers that share no disk. A part is named by the bytes it holds, so that a late
// writer on another server can overwrite nothing but the same bytes; they are joined when the last one is there.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '../platform/storage/storage.ts'
import { type Part, planJoin, readPart } from './parts.ts'
import { isUnwanted, receive } from './receive.ts'
import { StagedBytesLost, type Staging } from './staging.ts'

const ROOT = 'uploads/'
const prefixOf = (uploadId: number): string => `${ROOT}${uploadId}/`
const keyOf = (uploadId: number, { start, end }: Omit<Part, 'name'>): string =>
  prefixOf(uploadId) + [start, end].map((position) => String(position).padStart(15, '0')).join('-')

/** A file without a name: it is gone when the process is, however that ends. */
const withSpool = async <T>(folder: string, work: (spool: FileHandle) => Promise<T>): Promise<T> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const spool = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    return await work(spool)
  } finally {
    await spool.close()
  }
}

/** What arrives is spooled in a local folder first, and becomes a part each time some of it is synced. */
export const objectStaging = (storage: Storage, spoolFolder: string): Staging => {
  return {
    append: (uploadId, offset, arrival, onDurable) =>
      withSpool(spoolFolder, async (spool) => {
        const keys: string[] = []
        let stored = 0
        const store = async (upTo: number): Promise<void> => {
          if (upTo > stored) {
            const key = keyOf(uploadId, { start: offset + stored, end: offset + upTo })
            keys.push(key)
            await storage.put(key, spool.createReadStream({ start: stored, end: upTo - 1, autoClose: false }))
          }
          stored = upTo
          await onDurable(offset + upTo)
        }
        try {
          await store(await receive(spool, 0, arrival, store))
        } catch (error) {
          // Bytes that are wrong must not be taken for those that come in their place.
          if (isUnwanted(error)) for (const key of keys) await storage.delete(key)
          throw error
        }
        return offset + stored
      }),
    finish: async (uploadId, length, key) => {
      if ((await storage.head(key))?.size === length) return
      const parts = (await storage.list(prefixOf(uploadId))).flatMap((name) => readPart(name) ?? [])
      const plan = planJoin(parts, length)
      if (!plan) throw new StagedBytesLost()
      await storage.join(key, plan)
    },
    discard: (uploadId) => storage.deletePrefix(prefixOf(uploadId)),
    list: async () => [
      ...new Set((await storage.list(ROOT)).map((key) => Number(key.slice(ROOT.length).split('/', 1)[0]))),
    ],
  }
}
