// What each program of the pass over a recording may use. Memory follows the picture: up to full HD each stays below 400 MB, larger
// pictures need room for the frames that a decoder keeps for reference. The limits are a program's, not a file's: up to three read one
// file at once, and together a bad one may cost 1,100 MB (hearing 300, streaming 400, pictures of a copied video 400). Smaller ones for
// those that only copy or only decode sound would refuse good media: the index of twelve hours at 60 pictures a second alone takes each
// of them 263 MB, although twenty minutes of a meeting take 60.
import type { Probe } from '@kaiwa/media-tools'
import type { SandboxLimits } from './sandbox/confine.ts'

const MB = 1_048_576
const USUAL_MEMORY = 400 * MB
const LISTENING_MEMORY = 300 * MB
const USUAL_PIXELS = 1920 * 1088
/** Measured on 4K HEVC with two threads: sixteen reference frames, filters and encoder. */
const BYTES_PER_PIXEL = 110
const MOST_MEMORY = 2048 * MB

/** Transcoding on a busy machine takes at most this many times the recording's length. */
const SLOWEST = 8
const SHORTEST_SECONDS = 120
/** However long the recording: the job itself is given up two hours later. */
export const LONGEST_PASS = 10 * 3600

export const memoryFor = ({ video }: Pick<Probe, 'video'>): number => {
  const beyond = video ? Math.max(0, video.width * video.height - USUAL_PIXELS) : 0
  return Math.min(MOST_MEMORY, USUAL_MEMORY + beyond * BYTES_PER_PIXEL)
}

/** Limits for a recording of `duration` seconds that may still take `remaining` seconds by the clock. */
export const passLimits = (
  probe: Pick<Probe, 'video'>,
  duration: number,
  { remaining, maxFileMb }: { remaining: number; maxFileMb: number },
): SandboxLimits & { timeoutSeconds: number } => ({
  memoryBytes: memoryFor(probe),
  cpuSeconds: SHORTEST_SECONDS + duration * SLOWEST,
  fileSizeBytes: maxFileMb * MB,
  timeoutSeconds: Math.max(1, Math.min(remaining, SHORTEST_SECONDS + duration * SLOWEST)),
})

/** Limits for hearing a recording of `duration` seconds: its index, a decoder of sound, and no file that is written. */
export const listenLimits = (duration: number): SandboxLimits & { timeoutSeconds: number } => ({
  ...passLimits({ video: null }, duration, { remaining: LONGEST_PASS, maxFileMb: 1 }),
  memoryBytes: LISTENING_MEMORY,
})
