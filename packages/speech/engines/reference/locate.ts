/** Frames of 50 ms are fine enough to find a segment and coarse enough to try every position. */
const coarse = 5

/**
 * Finds the position of a segment in the recording, in frames of 10 ms, by correlation of their loudness; undefined
 * when no position is similar. Both inputs are loudness in dB per 10 ms.
 */
export function locate(segment: Float32Array, recording: Float32Array): number | undefined {
  const wanted = thin(segment)
  const all = thin(recording)
  if (wanted.length < 4 || all.length === 0) return undefined
  let best = { place: 0, likeness: -1 }
  for (let place = 0; place <= Math.max(0, all.length - wanted.length); place++) {
    const likeness = correlation(wanted, all, place)
    if (likeness > best.likeness) best = { place, likeness }
  }
  if (best.likeness < 0.8) return undefined
  const around = Array.from({ length: 4 * coarse + 1 }, (_, n) => best.place * coarse + n - 2 * coarse).filter(
    (place) => place >= 0,
  )
  const fine = around.map((place) => ({ place, likeness: correlation(segment, recording, place) }))
  return fine.sort((a, b) => b.likeness - a.likeness)[0]?.place
}

function thin(frames: Float32Array): Float32Array {
  return Float32Array.from({ length: Math.floor(frames.length / coarse) }, (_, n) => {
    let sum = 0
    for (let i = 0; i < coarse; i++) sum += Math.max(-70, frames[n * coarse + i] ?? -96)
    return sum / coarse
  })
}

/** Pearson correlation of the segment with the recording at `place`. */
function correlation(segment: Float32Array, recording: Float32Array, place: number): number {
  const n = Math.min(segment.length, recording.length - place)
  if (n < segment.length * 0.95) return -1
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let i = 0; i < n; i++) {
    const x = Math.max(-70, segment[i] ?? -96)
    const y = Math.max(-70, recording[place + i] ?? -96)
    a += x
    b += y
    aa += x * x
    bb += y * y
    ab += x * y
  }
  const spread = Math.sqrt((aa - (a * a) / n) * (bb - (b * b) / n))
  return spread < 1e-6 ? -1 : (ab - (a * b) / n) / spread
}
