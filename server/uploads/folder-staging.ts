// One growing file per upload. Bytes beyond the acknowledged offset, left by a kill, are overwritten by the next
// request.
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '../platform/storage/storage.ts'
import { receive, StagedBytesLost } from './receive.ts'
import type { Staging } from './staging.ts'

async function withFile<T>(path: string, flags: number, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o600)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

async function readRange(file: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const { size } = await file.stat()
  const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(to, size) - from))
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, from + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

/** Keep the folder on the same file system as the storage, so that finishing an upload copies no bytes. */
export function folderStaging(folder: string, storage: Storage): Staging {
  const pathOf = (uploadId: number) => join(folder, String(uploadId))
  const syncFolder = () => withFile(folder, constants.O_RDONLY, (directory) => directory.sync())
  const hasArrived = async (key: string, length: number) => (await storage.head(key))?.size === length

  return {
    append: async (uploadId, offset, incoming, onDurable) => {
      await mkdir(folder, { recursive: true })
      return withFile(pathOf(uploadId), constants.O_RDWR | constants.O_CREAT, async (file) => {
        if (offset === 0) await syncFolder()
        else if ((await file.stat()).size < offset) throw new StagedBytesLost()
        const length = await receive(file, offset, incoming, onDurable)
        await onDurable(offset + length)
        return offset + length
      })
    },
    read: async (uploadId, from, to) => {
      try {
        return await withFile(pathOf(uploadId), constants.O_RDONLY, (file) => readRange(file, from, to))
      } catch (error) {
        if (isMissing(error)) return new Uint8Array()
        throw error
      }
    },
    finish: async (uploadId, length, key) => {
      if (await hasArrived(key, length)) return
      try {
        await withFile(pathOf(uploadId), constants.O_RDWR, async (file) => {
          if ((await file.stat()).size < length) throw new StagedBytesLost()
          await file.truncate(length)
        })
        await storage.take(key, pathOf(uploadId))
      } catch (error) {
        // Another call has moved the file in the meantime.
        if (!isMissing(error) || !(await hasArrived(key, length))) throw error
      }
    },
    discard: (uploadId) => rm(pathOf(uploadId), { force: true }),
    list: async () => {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isMissing(error)) return []
        throw error
      })
      return names.filter((name) => /^\d+$/.test(name)).map(Number)
    },
  }
}
