import { availableParallelism } from 'node:os'
import { open } from 'node:fs/promises'
import { exceedsMinutes } from '@kaiwa/contract/minutes.ts'
import { checkProbe, measureRun, parseProbe, type Probe, probeRun, sniff, SNIFF_BYTES } from '@kaiwa/media-tools'
import { assertAcceptable, mediaNotes, PreparationFailure } from './preparation-failure.ts'
import { runSandboxed, type SandboxOptions } from '../platform/sandbox/run-sandboxed.ts'

/**
 * More threads would cost memory per thread and take CPU cores from the API; several programs run in parallel, for more
 * than one file.
 */
export const FFMPEG_THREADS = Math.min(2, availableParallelism())
const MB = 1_048_576

/** Limits for a short inspection of a recording. */
export const INSPECTION_LIMITS = { memoryBytes: 300 * MB, cpuSeconds: 20, fileSizeBytes: MB, timeoutSeconds: 25 }

/** Limits for reading the whole file when no header states its length. */
const MEASURE_LIMITS = { cpuSeconds: 300, timeoutSeconds: 600 }

/** A recording that can be prepared: its streams, and its length in seconds. */
export interface Inspected {
  probe: Probe
  duration: number
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Validates a recording before anything is decoded: first bytes, streams, duration. Throws PreparationFailure if it can
 * never become a transcript, and SandboxFailure if a program could not read it.
 */
export async function inspect(
  path: string,
  where: Pick<SandboxOptions, 'cwd'> & { signal: AbortSignal },
  maxMinutes: number,
): Promise<Inspected> {
  const maxSeconds = maxMinutes * 60
  if (!sniff(await readHead(path))) throw new PreparationFailure('pre-processing-failed', mediaNotes.notMedia())
  const options = { ...INSPECTION_LIMITS, ...where }
  const probe = parseProbe((await runSandboxed(probeRun(path), options)).stdout)
  assertAcceptable(checkProbe(probe, { maxSeconds }), maxMinutes)
  if (!probe) throw new PreparationFailure('pre-processing-failed', mediaNotes.broken())

  const duration =
    probe.duration !== null && probe.durationIsExact
      ? probe.duration
      : (await runSandboxed(measureRun(path, probe, maxSeconds + 2), { ...options, ...MEASURE_LIMITS })).seconds
  if (duration <= 0) throw new PreparationFailure('pre-processing-failed', mediaNotes.broken())
  assertAcceptable(exceedsMinutes(duration, maxMinutes) ? 'max-file-size-exceeded' : 'ok', maxMinutes)

  return { probe: { ...probe, duration }, duration }
}
