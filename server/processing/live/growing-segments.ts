import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { findRecording } from '../store/recordings.ts'
import { growingUpload } from './extension-points.ts'

// The segments of a recording as streams of bytes that follow the growth of its upload.

/** Delays the transcript after the last byte. A poll that finds no new byte reads one row by its key. */
const POLL_MS = 200
/** Bytes of one read. */
const READ_BYTES = 1_048_576
const MAX_EMPTY_READS = 20

/** The upload has ended without its last byte: canceled, expired or deleted. */
export class UploadGone extends Error {
  override name = 'UploadGone'
}

/** No byte has arrived for `idleMs`. */
export class UploadIdle extends Error {
  override name = 'UploadIdle'
  /** Bytes that were read. */
  readonly position: number

  constructor(position: number) {
    super('no byte of the recording has arrived')
    this.position = position
  }
}

export interface GrowingSegments {
  /** The bytes of each segment with its first byte. Each must be read to its end before the next one is requested. */
  segments: () => AsyncGenerator<{ offset: number; bytes: AsyncGenerator<Uint8Array> }>
  /** Bytes read so far. */
  position: () => number
}

/**
 * Ends when all bytes of a completed upload were read. Waits for bytes and for the announcement of segments, which comes
 * before their first byte. Throws UploadGone and UploadIdle.
 */
export function growingSegments(app: App, fileId: number, signal: AbortSignal, idleMs: number): GrowingSegments {
  let at = 0
  let isEnd = false
  /** Bytes that can be read. */
  let available = 0
  /** First bytes of the segments that are known. */
  let offsets: number[] = [0]

  async function look(): Promise<void> {
    // The upload is read first: then the segments of all its bytes are known.
    const state = await growingUpload.get().state(app, fileId)
    if (!state) throw new UploadGone('The upload of the recording has ended')
    const hasGrown = state.received > available
    available = state.received
    isEnd = state.isComplete || state.received === state.length
    if (!hasGrown) return
    const recording = await findRecording(app.db, fileId)
    const later = (recording?.segments ?? []).map(({ offset }) => offset).filter((offset) => offset > 0)
    offsets = [0, ...new Set(later)].toSorted((a, b) => a - b)
  }

  /** First byte of the segment that is read, and of the one after it. */
  let current = 0
  const nextOffset = () => offsets.find((offset) => offset > current) ?? Infinity

  /** Waits until there are bytes at `at`, or none can follow in this segment. */
  async function wait(): Promise<'bytes' | 'end'> {
    const since = performance.now()
    for (;;) {
      if (at >= nextOffset()) return 'end'
      if (at < available) return 'bytes'
      if (isEnd) return 'end'
      await look()
      if (at < available || isEnd || at >= nextOffset()) continue
      if (performance.now() - since > idleMs) throw new UploadIdle(at)
      await pause(POLL_MS, undefined, { signal })
    }
  }

  async function* bytesOfSegment() {
    let emptyReads = 0
    while ((await wait()) === 'bytes') {
      signal.throwIfAborted()
      const end = Math.min(available, nextOffset(), at + READ_BYTES)
      const bytes = await growingUpload.get().read(app, fileId, at, end)
      // Discarded between the look and the read.
      if (bytes.length === 0) {
        emptyReads += 1
        if (emptyReads > MAX_EMPTY_READS) throw new UploadIdle(at)
        await pause(POLL_MS, undefined, { signal })
        await look()
        continue
      }
      emptyReads = 0
      at += bytes.length
      yield bytes
    }
  }

  return {
    async *segments() {
      await look()
      for (;;) {
        current = at
        yield { offset: at, bytes: bytesOfSegment() }
        if (at < nextOffset()) return
      }
    },
    position: () => at,
  }
}
