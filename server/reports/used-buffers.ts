// Buffers of the parts of an answer, which are used again. V8 collects buffers that were sent only when they take 64 MB.

/**
 * Bytes that may wait in the streams of a connection. These hold some 64 kB each; the rest is a margin, because bytes that
 * wait must not be overwritten.
 */
const UNSENT_BYTES = 1_000_000

interface Part {
  buffer: ArrayBuffer
  length: number
}

export interface UsedBuffers {
  /** Adds the part that is sent next. All parts before it were passed to the connection, and may still wait there. */
  add: (part: Part) => void
  /** Returns the buffer of the oldest part if `UNSENT_BYTES` after it were passed to the connection, otherwise null. */
  take: () => ArrayBuffer | null
}

export function openUsedBuffers(): UsedBuffers {
  const parts: Part[] = []
  return {
    add: (part) => void parts.push(part),
    take: () => {
      const taken = parts.slice(1, -1).reduce((sum, { length }) => sum + length, 0)
      return taken >= UNSENT_BYTES ? parts.shift()!.buffer : null
    },
  }
}
