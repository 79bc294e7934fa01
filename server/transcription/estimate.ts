// The estimate is recomputed from what was measured, so that the bar (elapsed over estimate) is true.

export type Workload = {
  /** Seconds of the recording that the media pass has still to read. */
  mediaLeft: number
  /** Seconds of recording read per second, as measured; 0 while unknown. */
  mediaSpeed: number
  /** Seconds of speech that wait for recognition, those that the media pass will probably still find included. */
  speechLeft: number
  /** Seconds of computing per second of speech in one process, as measured; 0 while unknown. */
  recognitionCost: number
  /** Recognisers that work side by side. */
  workers: number
}

/** A pass that copies streams reads about this many seconds of recording in a second. */
const USUAL_MEDIA_SPEED = 60
/** Half of real time in one process is what the engines of a small machine reach. */
const USUAL_RECOGNITION_COST = 0.5
/** Clustering voices and finding terms, per second of speech. */
const ASSEMBLY_COST = 0.01
const OVERHEAD = 3

/** Seconds of work that are left. The media pass and recognition run side by side: the longer one counts. */
export const secondsLeft = (work: Workload): number => {
  const media = work.mediaLeft / (work.mediaSpeed || USUAL_MEDIA_SPEED)
  const recognition = (work.speechLeft * (work.recognitionCost || USUAL_RECOGNITION_COST)) / Math.max(1, work.workers)
  return Math.max(media, recognition) + work.speechLeft * ASSEMBLY_COST + OVERHEAD
}

/**
 * Speech that the rest of the recording will hold, judged by the part that was heard: in a recording that was half
 * silence so far, half of the rest. The prior of one minute of pure speech keeps the first guess from jumping; where nobody
 * has spoken at all it soon counts for nothing.
 */
export const speechExpected = (heard: number, speechFound: number, duration: number): number => {
  const share = Math.min(1, (speechFound + 60) / (heard + 60))
  return Math.max(0, duration - heard) * (speechFound > 0 ? share : share ** 2)
}
