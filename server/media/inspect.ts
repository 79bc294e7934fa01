import { availableParallelism } from 'node:os'
import { open } from 'node:fs/promises'
import {
  judgeProbe,
  keyframeRun,
  keyframesAreDense,
  measureRun,
  parseProbe,
  type Probe,
  probeRun,
  sniff,
  SNIFF_BYTES,
} from '@kaiwa/media-tools'
import { canCopyVideo } from '@kaiwa/media-tools/hls.ts'
import { notes } from '../transcription/note.ts'
import { insistOn, PreparationFailure } from './preparation-failure.ts'
import { SandboxFailure } from './sandbox/failure.ts'
import { runSandboxed, type SandboxOptions } from './sandbox/run-sandboxed.ts'

/** More would cost memory for each and take cores from the API; two files are prepared side by side. */
export const FFMPEG_THREADS = Math.min(2, availableParallelism())
const MB = 1_048_576

/** What a short look at a recording may use. */
const LOOK = { memoryBytes: 300 * MB, cpuSeconds: 20, fileSizeBytes: MB, timeoutSeconds: 25 }

/** Reading through all of it, for a length that no header tells. */
const WALK = { cpuSeconds: 300, timeoutSeconds: 600 }

/** A recording that can be prepared: what it holds, and how long it is in seconds. */
export type Inspected = { probe: Probe; duration: number; denseKeyframes: boolean }

const readHead = async (path: string): Promise<Uint8Array> => {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Judges a recording before anything is decoded: first bytes, streams, duration. Throws PreparationFailure for what can
 * never become a transcript, SandboxFailure where a program could not look at it.
 */
export const inspect = async (
  path: string,
  where: Pick<SandboxOptions, 'cwd'> & { signal: AbortSignal },
  maxMinutes: number,
): Promise<Inspected> => {
  const maxSeconds = maxMinutes * 60
  if (!sniff(await readHead(path))) throw new PreparationFailure('pre-processing-failed', notes.notMedia())
  const look = { ...LOOK, ...where }
  const probe = parseProbe((await runSandboxed(probeRun(path), look)).stdout)
  insistOn(judgeProbe(probe, { maxSeconds }), maxMinutes)
  if (!probe) throw new PreparationFailure('pre-processing-failed', notes.broken())

  const duration =
    probe.duration !== null && probe.durationIsExact
      ? probe.duration
      : (await runSandboxed(measureRun(path, probe, maxSeconds + 1), { ...look, ...WALK })).seconds
  if (duration <= 0) throw new PreparationFailure('pre-processing-failed', notes.broken())
  insistOn(duration > maxSeconds ? 'max-file-size-exceeded' : 'ok', maxMinutes)

  const known = { ...probe, duration }
  return { probe: known, duration, denseKeyframes: await hasDenseKeyframes(path, known, look) }
}

/** False also where the packets of the pictures cannot be listed: what comes of them is seen in the pass. */
const hasDenseKeyframes = async (path: string, probe: Probe & { duration: number }, look: SandboxOptions) => {
  if (!probe.video || !canCopyVideo(probe.video)) return false
  try {
    return keyframesAreDense((await runSandboxed(keyframeRun(path, probe), look)).stdout, probe.duration)
  } catch (error) {
    if (error instanceof SandboxFailure && error.kind === 'refused') return false
    throw error
  }
}
