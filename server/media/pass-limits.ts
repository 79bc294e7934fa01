// Limits of each program that processes a recording. Memory depends on the video size: up to full HD each program needs
// less than 400 MB; larger videos need room for the decoder's reference frames. The limits apply per program, not per
// file: up to three programs read one file at the same time, and together a bad file may cost 1,100 MB (speech analysis
// 300, streaming 400, pictures of a copied video 400). Lower limits for programs that only copy, or only decode sound,
// would refuse good media: the index of twelve hours at 60 frames per second alone takes each of them 263 MB, although
// twenty minutes of a meeting take 60.
import type { Probe } from '@kaiwa/media-tools'
import type { SandboxLimits } from '../platform/sandbox/confine.ts'

const MB = 1_048_576
const USUAL_MEMORY = 400 * MB
const SPEECH_MEMORY = 300 * MB
const USUAL_PIXELS = 1920 * 1088
/** Measured on 4K HEVC with two threads: sixteen reference frames, filters and encoder. */
const BYTES_PER_PIXEL = 110
const MAX_MEMORY = 2048 * MB

/** Transcoding on a busy machine takes at most this multiple of the recording's length. */
const MAX_DURATION_FACTOR = 8
const MIN_SECONDS = 120
/** Upper bound for any length. The job itself times out two hours later. */
export const MAX_PASS_SECONDS = 10 * 3600

export function memoryFor({ video }: { video: { width: number; height: number } | null }): number {
  const beyond = video ? Math.max(0, video.width * video.height - USUAL_PIXELS) : 0
  return Math.min(MAX_MEMORY, USUAL_MEMORY + beyond * BYTES_PER_PIXEL)
}

/** Limits for a recording of `duration` seconds if `remaining` seconds of wall-clock time are left. */
export function passLimits(
  probe: Pick<Probe, 'video'>,
  duration: number,
  { remaining, maxFileMb }: { remaining: number; maxFileMb: number },
): SandboxLimits & { timeoutSeconds: number } {
  return {
    memoryBytes: memoryFor(probe),
    cpuSeconds: MIN_SECONDS + duration * MAX_DURATION_FACTOR,
    fileSizeBytes: maxFileMb * MB,
    timeoutSeconds: Math.max(1, Math.min(remaining, MIN_SECONDS + duration * MAX_DURATION_FACTOR)),
  }
}

/**
 * Limits for the speech analysis of a recording of `duration` seconds: its index and an audio decoder; it writes no
 * file.
 */
export function speechLimits(duration: number): SandboxLimits & { timeoutSeconds: number } {
  return {
    ...passLimits({ video: null }, duration, { remaining: MAX_PASS_SECONDS, maxFileMb: 1 }),
    memoryBytes: SPEECH_MEMORY,
  }
}
