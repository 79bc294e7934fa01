import { mp3FramesAt } from './sniff.ts'

// An ID3 tag at the start of an MP3 file states its size. Some programs write a wrong one, and everything up to that size
// would be skipped as a tag, or a picture would be read as sound.

/** End of the tag as its header states it; 0 without a tag. */
export function statedTagEnd(head: Uint8Array): number {
  if (head.length < 10 || head[0] !== 0x49 || head[1] !== 0x44 || head[2] !== 0x33) return 0
  return 10 + syncSafe(head, 6)
}

/** Bytes of sound in a packet of MP3 before a tag that follows it. */
export const MAX_BYTES_BEFORE_TAG = 4_096

/**
 * True if the `size` bytes of a packet, of which these are the first, are one frame of sound and a tag, as in the middle of
 * joined files.
 */
export function holdsTag(bytes: Uint8Array, size: number): boolean {
  for (let at = bytes.indexOf(0x49); at >= 0 && at < MAX_BYTES_BEFORE_TAG; at = bytes.indexOf(0x49, at + 1)) {
    const length = statedTagEnd(bytes.subarray(at))
    if (length > 0 && Math.abs(at + length - size) < MAX_BYTES_BEFORE_TAG) return true
  }
  return false
}

/**
 * Position of the first frame of sound, found in the first bytes of a file whose tag does not end before one; 0 if none
 * was found. Walks the entries of the tag, because a picture may contain bytes that look like sound.
 */
export function findFirstFrame(head: Uint8Array): number {
  let at = 10
  const version = head[3] ?? 0
  while (at + 10 <= head.length && isEntry(head, at)) {
    at += 10 + (version === 4 ? syncSafe(head, at + 4) : plain(head, at + 4))
  }
  for (; at + 4 < head.length; at += 1) if (head[at] === 0xff && mp3FramesAt(head, at)) return at
  return 0
}

/** Entries of version 2.3 and 2.4 have names such as TIT2. */
function isEntry(bytes: Uint8Array, at: number) {
  return /^[A-Z][A-Z0-9]{3}$/.test(String.fromCharCode(...bytes.subarray(at, at + 4)))
}

function syncSafe(bytes: Uint8Array, at: number) {
  return (
    ((bytes[at]! & 127) << 21) | ((bytes[at + 1]! & 127) << 14) | ((bytes[at + 2]! & 127) << 7) | (bytes[at + 3]! & 127)
  )
}

function plain(bytes: Uint8Array, at: number) {
  return bytes[at]! * 16_777_216 + (bytes[at + 1]! << 16) + (bytes[at + 2]! << 8) + bytes[at + 3]!
}
