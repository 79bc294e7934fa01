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
const MOST_WAITING = 16
/** After `letGo`, the source is released after QUIET ms without a byte, or after LONGEST_LEAVE ms at the latest. */
const QUIET = 250
const LONGEST_LEAVE = 5_000

const pool: Buffer[] = []
const lend = (): Buffer => pool.pop() ?? Buffer.allocUnsafeSlow(BATCH)
const giveBack = (batch: Buffer): void => {
  if (pool.length < 8 * MOST_WAITING) pool.push(batch)
}

/**
 * Yields batches in order; each is valid until the next one is requested. Returns whether the source ended completely.
 * Never destroys the source. Frees the memory of pieces only if the source is an HTTP connection, which owns them
 * alone.
 */
export async function* gather(source: Readable, letGo: AbortSignal): AsyncGenerator<Buffer, 'whole' | 'cut'> {
  const isOurs = source instanceof IncomingMessage
  const full: Buffer[] = []
  let filling = lend()
  let filled = 0
  let ending: 'whole' | 'cut' | null = source.destroyed ? 'cut' : null
  let wake: () => void = () => undefined

  let pieces = 0
  let leaving: NodeJS.Timeout | undefined

  const take = (piece: Buffer): void => {
    pieces += 1
    for (let taken = 0; taken < piece.length;) {
      const count = piece.copy(filling, filled, taken)
      taken += count
      filled += count
      if (filled < BATCH) break
      full.push(filling)
      filling = lend()
      filled = 0
    }
    if (isOurs && piece.length === piece.buffer.byteLength) (piece.buffer as ArrayBuffer).transfer(0)
    if (full.length === 0) return
    if (full.length >= MOST_WAITING) source.pause()
    wake()
  }
  const end = (how: 'whole' | 'cut') => (): void => {
    ending ??= how
    wake()
  }
  const whole = end('whole')
  const cut = end('cut')
  // A sender that lost its connection asks on a new one while bytes of the old one are still arriving.
  const leave = (): void => {
    const last = performance.now() + LONGEST_LEAVE
    let seen = pieces
    const look = (): void => {
      const isQuiet = pieces === seen && full.length === 0
      if (isQuiet || performance.now() > last) return cut()
      seen = pieces
      leaving = setTimeout(look, QUIET)
    }
    leaving = setTimeout(look, QUIET)
  }
  source.on('data', take).on('end', whole).on('close', cut).on('error', cut)
  letGo.addEventListener('abort', leave)
  // `letGo` was aborted while the file was being opened; bytes sent before are still in the kernel's buffers.
  if (letGo.aborted) leave()
  try {
    for (;;) {
      const batch = full.shift()
      if (batch) {
        yield batch
        giveBack(batch)
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
    giveBack(filling)
    letGo.removeEventListener('abort', leave)
    clearTimeout(leaving)
    // The error listener stays, because the source may still fail.
    source.off('data', take).off('end', whole).off('close', cut)
    // Further bytes are read and dropped, so that the answer reaches a client that is still sending.
    source.resume()
  }
}
