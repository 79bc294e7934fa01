import { blockTime, EBML, readHeader, unsignedOf } from './ebml.ts'

// Matroska files that were cut without encoding may hold packets before time 0: the time of a block is relative to its
// cluster and may be negative. ffmpeg drops or invents such times, browsers refuse the file.

/** Parents of blocks. */
const PARENTS: ReadonlySet<number> = new Set([EBML.segment, EBML.cluster, EBML.blockGroup])

/**
 * The earliest time of a block in the first bytes of a Matroska file, in its own ticks; 0 if none is before 0. Blocks with
 * negative times are in the first cluster, because later ones have a time of their own. A hostile file may have millions of
 * empty elements; only the first `maxElements` are read.
 */
export function earliestTime(head: Uint8Array, maxElements = Infinity): number {
  let earliest = 0
  let clusterTime = 0
  for (let at = 0, elements = 0; at < head.length && elements < maxElements; elements += 1) {
    const header = readHeader(head, at)
    if (!header) break
    at += header.length
    if (PARENTS.has(header.id)) {
      // Only the first cluster can have such blocks, and clusters are many.
      if (header.id === EBML.cluster && clusterTime > 0) break
      continue
    }
    const end = at + (header.size ?? 0)
    if (header.id === EBML.clusterTime) clusterTime = unsignedOf(head.subarray(at, end))
    if (header.id === EBML.simpleBlock || header.id === EBML.block)
      earliest = Math.min(earliest, clusterTime + blockTime(head.subarray(at, at + 16)))
    at = end
  }
  return earliest
}

const UNKNOWN_SIZE = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]

/** Header of a cluster or segment whose size is not known, because it is written while it is read. */
export function openedHeader(id: number): Uint8Array {
  return Uint8Array.of(id >>> 24, (id >> 16) & 255, (id >> 8) & 255, id & 255, ...UNKNOWN_SIZE)
}

/** The time element of a cluster. */
export function clusterTimeElement(ticks: number): Uint8Array {
  const bytes = new Uint8Array(10)
  bytes.set([EBML.clusterTime, 0x88])
  new DataView(bytes.buffer).setBigUint64(2, BigInt(ticks))
  return bytes
}

/** A copy of an Info element whose duration is void: it would be that of the part from time 0 on. */
export function withoutDuration(info: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(info)
  const header = readHeader(copy, 0)
  for (let at = header?.length ?? copy.length; at < copy.length;) {
    const child = readHeader(copy, at)
    if (!child || child.size === null) break
    // The id of a void element is one byte shorter than that of a duration, so its size is one byte more.
    if (child.id === EBML.duration && child.length === 3) copy.set([0xec, 0x80 | (child.size + 1)], at)
    at += child.length + child.size
  }
  return copy
}
