// A connection delivers pieces of 64 kB, each of which would cost a turn of the disk. They are copied into batches that are
// used again and again, and their memory is freed at once: left to the collector, every 64 MB of pieces set off a full
// collection, which cost three times as much as receiving, hashing and writing together. A source that breaks, or that
// we leave, has simply ended early.
import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** Bytes of a batch; fewer only at the end. Larger ones leave the cache before the disk and the hash have had them. */
const BATCH = 262_144
/** Batches that may wait before the sender is held back. */
const MOST_WAITING = 16
/** Milliseconds without a byte after which a sender that we are asked to leave is left, and after which it is anyway. */
const QUIET = 250
const LONGEST_LEAVE = 5_000

const pool: Buffer[] = []
const lend = (): Buffer => pool.pop() ?? Buffer.allocUnsafeSlow(BATCH)
const giveBack = (batch: Buffer): void => {
  if (pool.length < 8 * MOST_WAITING) pool.push(batch)
}

/**
 * Yields batches in order, each good until the next one is asked for; returns whether the source came to its end. The
 * source itself is never destroyed. The pieces of a connection are nobody else's; those of any other source stay whole.
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
  // A sender that lost its connection asks on a new one; what the old one brought is still on its way up to here.
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
  // Asked while the file was still being opened: what was sent before has come as far as the kernel.
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
    // Who listens for its error stays: it may still break.
    source.off('data', take).off('end', whole).off('close', cut)
    // What still comes is read and forgotten, so that the answer reaches a sender that is not done with sending.
    source.resume()
  }
}
