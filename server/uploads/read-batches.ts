// A connection delivers pieces of 64 kB; writing each one separately is slow. They are copied into reusable batches,
// and their memory is freed immediately. Left to the garbage collector, every 64 MB of pieces triggered a full
// collection, which cost three times as much as receiving, hashing and writing together. A source that breaks, or that
// is released, counts as ended early.
import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

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
