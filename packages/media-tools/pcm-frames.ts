import type { PcmFormat } from './tool-run.ts'

/** Milliseconds of a frame: the grain in which the speech track is looked at. */
export const FRAME_MS = 20

/** Whole frames out of a stream of bytes that is cut anywhere, also in the middle of a sample. */
export type PcmFrames = { push: (bytes: Uint8Array) => void; flush: () => void }

/**
 * Calls back with frames of 20 ms, interleaved; `flush` hands over a shorter last one. The array is reused for the next frame: a callback
 * that keeps samples copies them. Samples are little-endian, as are all machines that Node runs on.
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
