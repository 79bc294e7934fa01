// Writes bytes from a connection to a disk. A batch is written while the next one arrives, and written bytes are synced
// while more arrive. The disk is busy from the first byte on, and the last sync is short.
//
// A connection delivers pieces of 64 kB; writing each one separately is slow. They are copied into reusable batches,
// and their memory is freed immediately. Left to the garbage collector, every 64 MB of pieces triggered a full
// collection, which cost three times as much as receiving, hashing and writing together. A source that breaks, or that
// is released, counts as ended early.
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { IncomingMessage } from 'node:http'

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

/**
 * Size of a batch in bytes; only the last one is smaller. Larger batches leave the CPU cache before they are hashed and
 * written.
 */
const BATCH = 262_144
/** Batches that may be queued before the source is paused. */
const MAX_QUEUED_BATCHES = 16
/** After `releaseSignal` aborts, the source is released after SILENCE_MS without a byte, at the latest after MAX_RELEASE_MS. */
const SILENCE_MS = 250
const MAX_RELEASE_MS = 5_000

const pool: Buffer[] = []

function borrowBatch(): Buffer {
  return pool.pop() ?? Buffer.allocUnsafeSlow(BATCH)
}

function returnBatch(batch: Buffer): void {
  if (pool.length < 8 * MAX_QUEUED_BATCHES) pool.push(batch)
}

/**
 * Yields batches in order; each is valid until the next one is requested. Returns whether the source ended completely.
 * Never destroys the source. Frees the memory of pieces only if the source is an HTTP connection, which owns them
 * alone.
 */
export async function* readBatches(
  source: Readable,
  releaseSignal: AbortSignal,
): AsyncGenerator<Buffer, 'complete' | 'interrupted'> {
  const ownsMemory = source instanceof IncomingMessage
  const full: Buffer[] = []
  let filling = borrowBatch()
  let filled = 0
  let ending: 'complete' | 'interrupted' | null = source.destroyed ? 'interrupted' : null
  let wake: () => void = () => undefined

  let pieces = 0
  let releaseTimer: NodeJS.Timeout | undefined

  const handlePiece = (piece: Buffer): void => {
    pieces += 1
    for (let taken = 0; taken < piece.length;) {
      const count = piece.copy(filling, filled, taken)
      taken += count
      filled += count
      if (filled < BATCH) break
      full.push(filling)
      filling = borrowBatch()
      filled = 0
    }
    if (ownsMemory && piece.length === piece.buffer.byteLength) (piece.buffer as ArrayBuffer).transfer(0)
    if (full.length === 0) return
    if (full.length >= MAX_QUEUED_BATCHES) source.pause()
    wake()
  }
  const end = (how: 'complete' | 'interrupted') => (): void => {
    ending ??= how
    wake()
  }
  const complete = end('complete')
  const interrupt = end('interrupted')
  // A sender that lost its connection asks on a new one while bytes of the old one are still arriving.
  const release = (): void => {
    const last = performance.now() + MAX_RELEASE_MS
    let seen = pieces
    const checkSilence = (): void => {
      const isSilent = pieces === seen && full.length === 0
      if (isSilent || performance.now() > last) return interrupt()
      seen = pieces
      releaseTimer = setTimeout(checkSilence, SILENCE_MS)
    }
    releaseTimer = setTimeout(checkSilence, SILENCE_MS)
  }
  source.on('data', handlePiece).on('end', complete).on('close', interrupt).on('error', interrupt)
  releaseSignal.addEventListener('abort', release)
  // `releaseSignal` was aborted while the file was being opened; bytes sent before are still in the kernel's buffers.
  if (releaseSignal.aborted) release()
  try {
    for (;;) {
      const batch = full.shift()
      if (batch) {
        yield batch
        returnBatch(batch)
      } else if (ending === null) {
        source.resume()
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      } else {
        if (filled > 0) yield filling.subarray(0, filled)
        return ending
      }
    }
  } finally {
    returnBatch(filling)
    releaseSignal.removeEventListener('abort', release)
    clearTimeout(releaseTimer)
    // The error listener stays, because the source may still fail.
    source.off('data', handlePiece).off('end', complete).off('close', interrupt)
    // Further bytes are read and dropped, so that the answer reaches a client that is still sending.
    source.resume()
  }
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
