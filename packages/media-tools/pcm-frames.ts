import type { PcmFormat } from './tool-run.ts'

/** Duration of a frame of the speech track in milliseconds. */
export const FRAME_MS = 20

/** Splits a byte stream into frames. Chunks may end anywhere, even within a sample. */
export interface PcmFrames {
  push: (bytes: Uint8Array) => void
  flush: () => void
}

/**
 * Calls `onFrame` with interleaved frames of 20 ms; `flush` emits a shorter last frame. The array is reused, so a
 * callback that keeps samples must copy them. Samples are little-endian, like all platforms that Node supports.
 */
export function pcmFrames({ sampleRate, channels }: PcmFormat, onFrame: (frame: Int16Array) => void): PcmFrames {
  const frame = new Int16Array(((sampleRate * FRAME_MS) / 1000) * channels)
  const bytes = new Uint8Array(frame.buffer)
  let filled = 0
  return {
    push(chunk) {
      for (let read = 0; read < chunk.length;) {
        const piece = chunk.subarray(read, read + bytes.length - filled)
        bytes.set(piece, filled)
        filled += piece.length
        read += piece.length
        if (filled === bytes.length) {
          filled = 0
          onFrame(frame)
        }
      }
    },
    flush() {
      const samples = Math.floor(filled / 2 / channels) * channels
      filled = 0
      if (samples) onFrame(frame.subarray(0, samples))
    },
  }
}
