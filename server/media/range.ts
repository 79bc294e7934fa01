import type { ByteRange } from '../platform/storage/storage.ts'

/**
 * Parses a Range header (RFC 9110, 14.2) for an object of `size` bytes. Returns null if the whole object is to be sent
 * (no header, several ranges, or a unit other than bytes), and 'unsatisfiable' (416) if no byte of the range exists.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (!match[1] && !match[2])) return null
  if (!match[1]) {
    const length = Math.min(Number(match[2]), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(match[1])
  const end = match[2] ? Math.min(Number(match[2]), size - 1) : size - 1
  if (start >= size) return 'unsatisfiable'
  return start > end ? null : { start, end }
}
