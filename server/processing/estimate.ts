// The estimated completion time is recomputed from measurements, so that the progress bar (elapsed time divided by
// estimated time) is accurate.

export interface Workload {
  /** Seconds of the recording that the media pass has not read yet. */
  mediaLeft: number
  /** Measured seconds of recording read per second; 0 if unknown. */
  mediaSpeed: number
  /** Seconds of speech that wait for recognition, including those that the media pass will probably still find. */
  speechLeft: number
  /** Measured seconds of computing per second of speech in one process; 0 if unknown. */
  recognitionCost: number
  /** Number of recognisers that work in parallel. */
  workers: number
}

/** Default: a pass that copies streams reads about this many seconds of recording per second. */
const USUAL_MEDIA_SPEED = 60
/** Default: engines on a small machine need half of real time per process. */
const USUAL_RECOGNITION_COST = 0.5
/** Time for clustering voices and finding terms, per second of speech. */
const ASSEMBLY_COST = 0.01
const OVERHEAD = 3

/** Seconds of work left. The media pass and recognition run in parallel, so the longer one counts. */
export function secondsLeft(work: Workload): number {
  const media = work.mediaLeft / (work.mediaSpeed || USUAL_MEDIA_SPEED)
  const recognition = (work.speechLeft * (work.recognitionCost || USUAL_RECOGNITION_COST)) / Math.max(1, work.workers)
  return Math.max(media, recognition) + work.speechLeft * ASSEMBLY_COST + OVERHEAD
}

/**
 * Seconds of speech expected in the rest of the recording, from the share of speech in the part analysed so far. A
 * prior of one minute of pure speech keeps the first estimate from jumping; squaring reduces it quickly while no speech
 * is found.
 */
export function speechExpected(analysed: number, speechFound: number, duration: number): number {
  const share = Math.min(1, (speechFound + 60) / (analysed + 60))
  return Math.max(0, duration - analysed) * (speechFound > 0 ? share : share ** 2)
}
