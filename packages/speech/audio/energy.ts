import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'

/** All energies in this package use frames of 10 ms. */
export const frameSeconds = 0.01
const frameSamples = SPEECH_RATE * frameSeconds

/** Loudness in dB (full scale = 0, digital silence = -96) of each 10 ms. */
export function loudness(samples: Int16Array): Float32Array {
  const frames = new Float32Array(Math.floor(samples.length / frameSamples))
  for (let frame = 0; frame < frames.length; frame++) {
    let sum = 0
    for (let i = frame * frameSamples; i < (frame + 1) * frameSamples; i++) sum += (samples[i] ?? 0) ** 2
    frames[frame] = Math.max(-96, 10 * Math.log10(sum / frameSamples / 32_768 ** 2 + 1e-12))
  }
  return frames
}

/** The level below which `share` of the frames are, for example 0.1 for the background. */
export function level(frames: Float32Array, share: number): number {
  if (frames.length === 0) return -96
  return Float32Array.from(frames).sort()[Math.min(frames.length - 1, Math.floor(frames.length * share))] ?? -96
}
