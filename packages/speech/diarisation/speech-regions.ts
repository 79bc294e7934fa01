import { frameSeconds, level } from '../audio/energy.ts'

export interface Region {
  start: number
  end: number
}

/** In seconds: shorter regions are clicks, shorter gaps are stops within words. */
const shortest = 0.2
const gap = 0.35
const pad = 0.05

/** In dB: minimum of speech above the background, and maximum below its own peaks. */
const aboveBackground = 9
const belowPeak = 28
const neverBelow = -60

/** Finds speech by the loudness of each 10 ms. The threshold follows background and peaks of the segment. */
export function speechRegions(loudness: Float32Array): Region[] {
  const peak = level(loudness, 0.98)
  const threshold = Math.max(neverBelow, Math.min(level(loudness, 0.1) + aboveBackground, peak - 12), peak - belowPeak)
  return regions((frame) => (loudness[frame] ?? -96) > threshold, loudness.length, frameSeconds)
}

/** Regions where `on` is true: gaps are closed, clicks removed, both ends padded. */
export function regions(on: (frame: number) => boolean, frames: number, seconds: number): Region[] {
  const found: Region[] = []
  for (let frame = 0; frame < frames; frame++) {
    if (!on(frame)) continue
    const start = frame * seconds
    while (frame < frames && on(frame)) frame++
    const last = found.at(-1)
    if (last && start - last.end < gap) last.end = frame * seconds
    else found.push({ start, end: frame * seconds })
  }
  return found
    .filter((region) => region.end - region.start >= shortest)
    .map((region) => ({ start: Math.max(0, region.start - pad), end: Math.min(frames * seconds, region.end + pad) }))
}
