import { availableParallelism } from 'node:os'
import { open } from 'node:fs/promises'
import { exceedsMinutes } from '@kaiwa/contract/minutes.ts'
import {
  checkProbe,
  type ContainerKind,
  findFirstFrame,
  holdsTag,
  MAX_BYTES_BEFORE_TAG,
  measureRun,
  mp3FramesAt,
  packetCounter,
  packetsRun,
  parseProbe,
  type Probe,
  probeRun,
  promisedByMp3,
  promisedByWav,
  type SkippedPart,
  sniff,
  SNIFF_BYTES,
  statedLength,
  statedTagEnd,
} from '@kaiwa/media-tools'
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

/** Limits for reading the whole file without decoding it. */
export const MEASURE_LIMITS = { ...INSPECTION_LIMITS, cpuSeconds: 300, timeoutSeconds: 600 }

/** A recording that can be prepared: its streams, and its length in seconds. */
export interface Inspected {
  probe: Probe
  duration: number
  /** Length that the header promises; null if it promises none. */
  promised: number | null
  /** Bytes between the sound that are not sound. */
  skipped: SkippedPart[]
}

/**
 * True if browsers play the original on the timeline of the recording. They count the times of a file that starts late
 * from its own zero, and skip what a wrong tag hides.
 */
export function playsInStep({ start, skippedBytes }: Probe): boolean {
  return Math.abs(start) < MAX_START_SECONDS && skippedBytes === 0
}

const MAX_START_SECONDS = 0.1

/** Tags with a picture have up to some megabytes. */
const MAX_TAG_BYTES = 16 * MB

async function readBytes(path: string, position: number, length: number): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

type Beginning = Pick<Inspected, 'promised'> & { skippedBytes: number }

/** Properties from the first bytes of the recording that ffprobe does not report. */
async function readBeginning(path: string, head: Uint8Array, kind: ContainerKind): Promise<Beginning> {
  if (kind === 'wav') return { skippedBytes: 0, promised: promisedByWav(head) }
  if (kind !== 'mp3') return { skippedBytes: 0, promised: null }
  const tagEnd = statedTagEnd(head)
  const frame = tagEnd === 0 ? head : await readBytes(path, tagEnd, SNIFF_BYTES)
  if (tagEnd === 0 || mp3FramesAt(frame, 0)) return { skippedBytes: 0, promised: promisedByMp3(frame) }
  // The size of the tag is wrong, or padding follows it.
  const beginning = await readBytes(path, 0, MAX_TAG_BYTES)
  const first = findFirstFrame(beginning)
  return { skippedBytes: first, promised: promisedByMp3(beginning.subarray(first)) }
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
  const head = await readBytes(path, 0, SNIFF_BYTES)
  const kind = sniff(head)
  if (!kind) throw new PreparationFailure('pre-processing-failed', mediaNotes.notMedia())
  const { skippedBytes, promised } = await readBeginning(path, head, kind)
  const options = { ...INSPECTION_LIMITS, ...where }
  const probe = parseProbe((await runSandboxed(probeRun(path, skippedBytes), options)).stdout, skippedBytes)
  assertAcceptable(checkProbe(probe, { maxSeconds }), maxMinutes)
  if (!probe) throw new PreparationFailure('pre-processing-failed', mediaNotes.broken())

  const { seconds: duration, skipped } = await measure(path, probe, { ...MEASURE_LIMITS, ...where }, maxSeconds + 2)
  if (duration <= 0) throw new PreparationFailure('pre-processing-failed', mediaNotes.broken())
  assertAcceptable(exceedsMinutes(duration, maxMinutes) ? 'max-file-size-exceeded' : 'ok', maxMinutes)

  const isStated = probe.durationIsExact && probe.container !== 'wav'
  return {
    probe: { ...probe, duration },
    duration,
    promised: isStated ? statedLength(probe, probe.tracks) : promised,
    skipped,
  }
}

/** The parts that are no tags: a joined file has one where its second part begins, often with a picture. */
async function withoutTags(path: string, skipped: readonly SkippedPart[]): Promise<SkippedPart[]> {
  const parts: SkippedPart[] = []
  for (const part of skipped) {
    const isTag = Number.isFinite(part.position)
      ? holdsTag(await readBytes(path, part.position, 2 * MAX_BYTES_BEFORE_TAG), part.size)
      : false
    if (!isTag) parts.push(part)
  }
  return parts
}

/** The length of the recording: from its header, otherwise from reading all of it. */
async function measure(
  path: string,
  probe: Probe,
  options: SandboxOptions,
  maxSeconds: number,
): Promise<{ seconds: number; skipped: SkippedPart[] }> {
  if (probe.duration !== null && probe.durationIsExact)
    return { seconds: statedLength(probe, probe.tracks) ?? probe.duration, skipped: [] }
  if (probe.container !== 'mp3' && probe.container !== 'aac')
    return { seconds: (await runSandboxed(measureRun(path, probe, maxSeconds), options)).seconds, skipped: [] }
  const counter = packetCounter(probe.start)
  await runSandboxed(packetsRun(path, probe), { ...options, onStdout: (bytes) => counter.push(bytes) })
  const { seconds, skipped } = counter.result()
  return { seconds, skipped: await withoutTags(path, skipped) }
}
