/** Header of a Matroska element. */
export interface ElementHeader {
  id: number
  /** Bytes of the content; null if the file does not say. */
  size: number | null
  /** Bytes of the header itself. */
  length: number
}

/** Ids of the elements that hold the packets. */
export const EBML = {
  segment: 0x18538067,
  info: 0x1549a966,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const

/** An id of at most 4 bytes and a size of at most 8. */
export const MAX_HEADER_BYTES = 12

/** Reads the header at `at`; null if it is not complete or not valid. */
export function readHeader(bytes: Uint8Array, at: number): ElementHeader | null {
  const idBytes = integerLength(bytes[at])
  const sizeBytes = integerLength(bytes[at + idBytes])
  if (idBytes === 0 || idBytes > 4 || sizeBytes === 0 || at + idBytes + sizeBytes > bytes.length) return null
  // The marker of the length is removed first: with it, a number of 8 bytes would lose its last bits.
  const first = bytes[at + idBytes]! & (0xff >> sizeBytes)
  const size = readInteger(bytes, at + idBytes, sizeBytes, first)
  const isUnknown =
    first === 0xff >> sizeBytes &&
    bytes.subarray(at + idBytes + 1, at + idBytes + sizeBytes).every((byte) => byte === 255)
  return { id: readInteger(bytes, at, idBytes, bytes[at]!), size: isUnknown ? null : size, length: idBytes + sizeBytes }
}

/** An unsigned integer that fills `bytes`. */
export function unsignedOf(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
}

/** Time of a block relative to its cluster: a signed number of two bytes behind the track number. */
export function blockTime(block: Uint8Array): number {
  const track = integerLength(block[0])
  return (((block[track] ?? 0) << 24) >> 16) | (block[track + 1] ?? 0)
}

/** Bytes of the variable-length integer that begins with this byte; 0 if there is none or its length is invalid. */
function integerLength(first: number | undefined) {
  return first ? Math.clz32(first) - 23 : 0
}

/** The integer of `length` bytes at `at`, with `first` as its first byte. */
function readInteger(bytes: Uint8Array, at: number, length: number, first: number): number {
  let value = first
  for (let i = at + 1; i < at + length; i += 1) value = value * 256 + bytes[i]!
  return value
}
