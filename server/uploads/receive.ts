// How bytes come from a connection to a disk. A batch is written while the next one arrives, and what was written is
// synced while more comes: the disk has work from the first byte on, and the last sync finds little left to do.
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Checksum } from './checksum.ts'
import { gather } from './gather.ts'

export type Arrival = {
  bytes: Readable
  /** Of all of these bytes; null when the sender gave none. */
  checksum: Checksum | null
  /** No more bytes than this may come. */
  most: number
  /** Aborts when another request wants to go on with the upload. */
  letGo: AbortSignal
}

/** The bytes are not those that the sender hashed. */
export class ChecksumMismatch extends Error {
  override name = 'ChecksumMismatch'
}

/** More came than may come. */
export class TooManyBytes extends Error {
  override name = 'TooManyBytes'
}

/** Nothing of what such a request brought may stay. */
export const isUnwanted = (error: unknown): boolean =>
  error instanceof ChecksumMismatch || error instanceof TooManyBytes

/** Bytes after which a sync begins, if none is under way. */
const SYNC_EVERY = 8 * 1_048_576

/**
 * Writes what arrives into a file from `position` on, synced, and answers how many bytes came. `onSynced` hears of the
 * position up to which the file was synced meanwhile, never of the last one.
 */
export const receive = async (
  file: FileHandle,
  position: number,
  { bytes, checksum, most, letGo }: Arrival,
  onSynced: (position: number) => Promise<void>,
): Promise<number> => {
  const hash = checksum === null ? null : createHash(checksum.algorithm)
  const batches = gather(bytes, letGo)
  const syncing = backgroundSync(file, onSynced)
  let at = position
  try {
    let step = await batches.next()
    for (; !step.done; step = await batches.next()) {
      const batch = step.value
      if (at + batch.length - position > most) throw new TooManyBytes()
      const writing = write(file, batch, at)
      // Hashed on this thread while another one writes.
      hash?.update(batch)
      await writing
      at += batch.length
      await syncing.reached(at)
    }
    await syncing.end()
    // A request that was cut cannot be judged: its hash speaks of bytes that never came.
    if (step.value === 'whole' && hash && hash.digest('base64') !== checksum?.hash) throw new ChecksumMismatch()
    await file.datasync()
    return at - position
  } finally {
    await batches.return('cut')
    await syncing.end().catch(() => undefined)
  }
}

/** A disk that is nearly full takes a part without complaint; the rest then says why. */
const write = async (file: FileHandle, batch: Buffer, position: number): Promise<void> => {
  for (let done = 0; done < batch.length;) {
    const { bytesWritten } = await file.write(batch, done, batch.length - done, position + done)
    done += bytesWritten
  }
}

/** At most one sync at a time beside the writing. A failed one is thrown at the next call. */
const backgroundSync = (file: FileHandle, onSynced: (position: number) => Promise<void>) => {
  let begun: number | null = null
  let isRunning = false
  let last = Promise.resolve()
  const run = async (position: number): Promise<void> => {
    await file.datasync()
    await onSynced(position)
  }
  return {
    reached: async (position: number): Promise<void> => {
      begun ??= position
      if (isRunning || position - begun < SYNC_EVERY) return
      await last
      begun = position
      isRunning = true
      last = run(position).finally(() => {
        isRunning = false
      })
      last.catch(() => undefined)
    },
    end: () => last,
  }
}
