import { blockTime, EBML, MAX_HEADER_BYTES, readHeader, unsignedOf } from './ebml.ts'

// Reads decoded sound with its times. ffmpeg writes the samples as Matroska, the simplest of its formats that keeps the
// time of every packet: raw samples have none, and ffmpeg's own filling of gaps is wrong when the sample rate changes.

/** Samples of one packet, interleaved and little-endian, with the time of the first one in seconds. */
export interface TimedSamples {
  /** Number of the track, from 1. */
  track: number
  seconds: number
  bytes: Uint8Array
}

export interface TimedPcmReader {
  /** Takes bytes from ffmpeg; chunks may end anywhere. */
  push: (bytes: Uint8Array) => void
}

/** Elements whose children are read one by one. */
const PARENTS: ReadonlySet<number> = new Set([EBML.segment, EBML.cluster, EBML.blockGroup])
/** Elements that are read whole; all others are skipped. */
const READ: ReadonlySet<number> = new Set([EBML.clusterTime, EBML.block, EBML.simpleBlock])
/** ffmpeg writes packets of some kilobytes. */
const MAX_ELEMENT_BYTES = 16_777_216
/** Bytes before the samples of a block: track number, time, flags. */
const BLOCK_HEADER_BYTES = 4

/** Calls back for each packet of a Matroska stream with ffmpeg's time scale of one millisecond. */
export function timedPcmReader(onSamples: (samples: TimedSamples) => void): TimedPcmReader {
  let rest = new Uint8Array(0)
  let toSkip = 0
  let clusterMs = 0

  /** Reads one element at `at`; returns the position behind what was read, or -1 if it is not complete yet. */
  function readElement(bytes: Uint8Array, at: number): number {
    const header = readHeader(bytes, at)
    if (!header && bytes.length - at >= MAX_HEADER_BYTES) throw new Error('not a Matroska stream')
    if (!header) return -1
    const start = at + header.length
    if (PARENTS.has(header.id)) return start
    const size = header.size ?? Infinity
    if (!READ.has(header.id)) {
      toSkip = size
      return start
    }
    if (size > MAX_ELEMENT_BYTES) throw new Error('a packet of the speech track is too large')
    if (start + size > bytes.length) return -1
    const body = bytes.subarray(start, start + size)
    if (header.id === EBML.clusterTime) clusterMs = unsignedOf(body)
    else
      onSamples({
        track: body[0]! & 0x7f,
        seconds: (clusterMs + blockTime(body)) / 1000,
        bytes: body.subarray(BLOCK_HEADER_BYTES),
      })
    return start + size
  }

  return {
    push(chunk) {
      const bytes = rest.length > 0 ? joined(rest, chunk) : chunk
      let at = 0
      while (at < bytes.length) {
        const skipped = Math.min(toSkip, bytes.length - at)
        toSkip -= skipped
        at += skipped
        if (at >= bytes.length) break
        const next = readElement(bytes, at)
        if (next < 0) break
        at = next
      }
      // Copied, because the caller may reuse its buffer.
      rest = Uint8Array.from(bytes.subarray(at))
    },
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
