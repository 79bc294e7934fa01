import * as z from 'zod'
import type { PcmFormat } from './tool-run.ts'

// The waveform of a recording. The number of points is bounded: when there are too many, neighbours are merged and each
// point covers twice the time.

/** `waveform.json`: the loudest sample (0 to 1) of each `interval` seconds. */
export const waveformSchema = z.object({ duration: z.number(), interval: z.number(), peaks: z.array(z.number()) })
export type Waveform = z.infer<typeof waveformSchema>

const MAX_POINTS = 2000
const FIRST_SAMPLES = 320

export interface WaveformBuilder {
  push: (samples: Int16Array) => void
  finish: () => Waveform
}

/** Collects peaks over all channels from interleaved samples. Recordings over 40 s give 1,000 to 2,000 points. */
export function waveformBuilder({ sampleRate, channels }: PcmFormat): WaveformBuilder {
  let peaks: number[] = []
  let perPoint = FIRST_SAMPLES * channels
  let total = 0
  let peak = 0
  let counted = 0

  function close() {
    peaks.push(peak)
    peak = 0
    counted = 0
    if (peaks.length < MAX_POINTS) return
    peaks = Array.from({ length: MAX_POINTS / 2 }, (_, point) => Math.max(peaks[2 * point]!, peaks[2 * point + 1]!))
    perPoint *= 2
  }

  return {
    push(samples) {
      total += samples.length
      for (let at = 0; at < samples.length;) {
        const end = Math.min(samples.length, at + perPoint - counted)
        counted += end - at
        for (; at < end; at += 1) {
          const size = Math.abs(samples[at]!)
          if (size > peak) peak = size
        }
        if (counted >= perPoint) close()
      }
    },
    finish() {
      const last = counted ? [...peaks, peak] : peaks
      return {
        duration: total / channels / sampleRate,
        interval: perPoint / channels / sampleRate,
        peaks: last.map((size) => Math.round((size / 32_768) * 1000) / 1000),
      }
    },
  }
}
