// Writes bytes from a connection to a disk. A batch is written while the next one arrives, and written bytes are synced
// while more arrive. The disk is busy from the first byte on, and the last sync is short.
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { readBatches } from './read-batches.ts'

export const CHECKSUM_ALGORITHMS = ['sha256', 'sha1'] as const

export interface Checksum {
  algorithm: (typeof CHECKSUM_ALGORITHMS)[number]
  /** Base64, padded. */
  hash: string
}

// Digests of 32 and 20 bytes.
const HASH = { sha256: /^[A-Za-z0-9+/]{43}=$/, sha1: /^[A-Za-z0-9+/]{27}=$/ } as const

function isKnown(name: string | undefined): name is Checksum['algorithm'] {
  return CHECKSUM_ALGORITHMS.some((one) => one === name)
}

/**
 * Parses `Upload-Checksum: sha256 <base64>`. Null without the header; `malformed` for an unknown algorithm or an
 * invalid digest.
 */
export function readChecksum(header: string | string[] | undefined): Checksum | null | 'malformed' {
  if (header === undefined) return null
  const [algorithm, hash, ...rest] = String(header).split(' ')
  if (!isKnown(algorithm) || hash === undefined || rest.length > 0 || !HASH[algorithm].test(hash)) return 'malformed'
  return { algorithm, hash }
}

export interface IncomingBytes {
  bytes: Readable
  /** Of all bytes of the request; null when the sender sent none. */
  checksum: Checksum | null
  /** Maximum number of bytes. */
  maxBytes: number
  /** Aborts when another request wants to continue the upload. */
  releaseSignal: AbortSignal
}

/** The received bytes do not match the sender's checksum. */
export class ChecksumMismatch extends Error {
  override name = 'ChecksumMismatch'
}

/** The request has more than `maxBytes` bytes. */
export class TooManyBytes extends Error {
  override name = 'TooManyBytes'
}

/** The staging has fewer bytes than were acknowledged, as after the loss of its disk. */
export class StagedBytesLost extends Error {
  override name = 'StagedBytesLost'
}

/** Whether the request failed in a way that requires its bytes to be discarded. */
export function mustDiscardBytes(error: unknown): boolean {
  return error instanceof ChecksumMismatch || error instanceof TooManyBytes
}

/** A sync starts after this number of bytes, unless one is running. */
const SYNC_EVERY = 8 * 1_048_576

/**
 * Writes incoming bytes to a file from `position` on, syncs them, and returns their number. Calls `onSynced` with each
 * synced position except the last.
 */
export async function receive(
  file: FileHandle,
  position: number,
  { bytes, checksum, maxBytes, releaseSignal }: IncomingBytes,
  onSynced: (position: number) => Promise<void>,
): Promise<number> {
  const hash = checksum === null ? null : createHash(checksum.algorithm)
  const batches = readBatches(bytes, releaseSignal)
  const syncing = backgroundSync(file, onSynced)
  let at = position
  try {
    let step = await batches.next()
    for (; !step.done; step = await batches.next()) {
      const batch = step.value
      if (at + batch.length - position > maxBytes) throw new TooManyBytes()
      const writing = write(file, batch, at)
      // Hashed on this thread while another thread writes.
      hash?.update(batch)
      await writing
      at += batch.length
      await syncing.onWritten(at)
    }
    await syncing.end()
    // The checksum of an interrupted request cannot be verified, because it covers bytes that never arrived.
    if (step.value === 'complete' && hash && hash.digest('base64') !== checksum?.hash) throw new ChecksumMismatch()
    await file.datasync()
    return at - position
  } finally {
    await batches.return('interrupted')
    await syncing.end().catch(() => undefined)
  }
}

/** On a nearly full disk a write may be partial without an error; the next write then fails. */
async function write(file: FileHandle, batch: Buffer, position: number): Promise<void> {
  for (let done = 0; done < batch.length;) {
    const { bytesWritten } = await file.write(batch, done, batch.length - done, position + done)
    done += bytesWritten
  }
}

/** Runs at most one sync at a time, parallel to the writes. Throws the error of a failed sync at the next call. */
function backgroundSync(file: FileHandle, onSynced: (position: number) => Promise<void>) {
  let lastStart: number | null = null
  let isRunning = false
  let last = Promise.resolve()
  const run = async (position: number): Promise<void> => {
    await file.datasync()
    await onSynced(position)
  }
  return {
    onWritten: async (position: number): Promise<void> => {
      lastStart ??= position
      if (isRunning || position - lastStart < SYNC_EVERY) return
      await last
      lastStart = position
      isRunning = true
      last = run(position).finally(() => {
        isRunning = false
      })
      last.catch(() => undefined)
    },
    end: () => last,
  }
}
