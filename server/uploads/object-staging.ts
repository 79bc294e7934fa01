// Stores parts of an upload as objects, for servers without a shared disk. A part's key contains its byte range and the id
// of its request, so that a late writer on another server overwrites and deletes only its own parts. The parts are joined
// when the last byte has arrived.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Piece } from '../platform/storage/plan-copy.ts'
import { readPieces } from '../platform/storage/read-pieces.ts'
import { MissingObject, type Storage } from '../platform/storage/storage.ts'
import { planJoin, planRange, readPart, sizeOfPlan, type Span } from './parts.ts'
import { mustDiscardBytes, receive, StagedBytesLost } from './receive.ts'
import type { Staging } from './staging.ts'

const ROOT = 'uploads/'

/** Bytes before a span in which the part that holds its first byte is looked for first. */
const NEAR = 16 * 1_048_576

function prefixOf(uploadId: number): string {
  return `${ROOT}${uploadId}/`
}

function keyOf(uploadId: number, ...positions: number[]): string {
  return prefixOf(uploadId) + positions.map((position) => String(position).padStart(15, '0')).join('-')
}

/** An unlinked temporary file: it disappears with the process, however the process ends. */
async function withSpool<T>(folder: string, work: (spool: FileHandle) => Promise<T>): Promise<T> {
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

/** Incoming bytes are spooled to a local folder first; each sync stores the new bytes as a part. */
export function objectStaging(storage: Storage, spoolFolder: string): Staging {
  /** Plans the reading of a span from the parts that begin at `start` or later. */
  const planWithin = async (uploadId: number, span: Span, start: number): Promise<Piece[]> => {
    // A key is its start, then a hyphen: it follows its start alone.
    const range = { after: keyOf(uploadId, start), before: keyOf(uploadId, span.to) }
    const keys = await storage.list(prefixOf(uploadId), range)
    return planRange(
      keys.flatMap((key) => readPart(key) ?? []),
      span,
    )
  }
  return {
    append: (uploadId, offset, incoming, onDurable) =>
      withSpool(spoolFolder, async (spool) => {
        const keys: string[] = []
        const requestId = randomUUID()
        let stored = 0
        const store = async (upTo: number): Promise<void> => {
          if (upTo > stored) {
            const key = `${keyOf(uploadId, offset + stored, offset + upTo)}-${requestId}`
            keys.push(key)
            await storage.put(key, spool.createReadStream({ start: stored, end: upTo - 1, autoClose: false }))
          }
          stored = upTo
          await onDurable(offset + upTo)
        }
        try {
          await store(await receive(spool, 0, incoming, store))
        } catch (error) {
          // Delete parts with wrong bytes, so that the join cannot use them in place of the right ones.
          if (mustDiscardBytes(error)) for (const key of keys) await storage.delete(key)
          throw error
        }
        return offset + stored
      }),
    read: async (uploadId, from, to) => {
      // An upload that grows has thousands of parts; a part that holds `from` usually begins near it.
      const near = await planWithin(uploadId, { from, to }, Math.max(0, from - NEAR))
      const plan = from <= NEAR || sizeOfPlan(near) === to - from ? near : await planWithin(uploadId, { from, to }, 0)
      try {
        return await buffer(Readable.from(readPieces(storage.get, plan)))
      } catch (error) {
        // Finished or discarded in the meantime.
        if (error instanceof MissingObject) return new Uint8Array()
        throw error
      }
    },
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
