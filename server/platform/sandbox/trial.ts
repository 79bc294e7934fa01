import { open } from 'node:fs/promises'
import {
  checkDecodedDuration,
  checkProbe,
  keyframeRun,
  keyframesAreDense,
  speechTrackRun,
  measureRun,
  type MediaVerdict,
  parseProbe,
  preparedFiles,
  picturesRun,
  type Probe,
  probeRun,
  type Segment,
  sniff,
  SNIFF_BYTES,
  hasTimes,
  recordingReader,
  streamRun,
  type ToolRun,
} from '@kaiwa/media-tools'
import { SandboxFailure } from './sandbox-failure.ts'
import { runSandboxed } from './run-sandboxed.ts'

// For tests: runs the plans of media-tools in their normal order in the sandbox, without storage and database.

const maxSeconds = 43_200
const limits = { timeoutSeconds: 20, memoryBytes: 400_000_000, cpuSeconds: 20, fileSizeBytes: 50_000_000 }

interface RunListeners {
  onSegment?: (segment: Segment) => void
  onProgress?: (seconds: number) => void
}

/** Probes a file before anything is decoded. If ffprobe fails, the verdict is `pre-processing-failed`. */
export async function inspectFile(path: string, cwd: string) {
  const ask = (run: ToolRun) =>
    runSandboxed(run, { cwd, ...limits }).catch((error: unknown) => {
      if (error instanceof SandboxFailure && error.kind === 'refused') return null
      throw error
    })
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
  const recognised = sniff(buffer.subarray(0, bytesRead)) !== null
  const probe = recognised ? parseProbe((await ask(probeRun(path)))?.stdout ?? '') : null
  const duration = probe?.duration ?? (probe && (await ask(measureRun(path, probe, maxSeconds)))?.seconds) ?? 0
  const packets = probe?.video ? await ask(keyframeRun(path, probe)) : null
  const denseKeyframes = packets !== null && keyframesAreDense(packets.stdout, duration)
  return { recognised, verdict: checkProbe(probe, { maxSeconds }), probe, duration, denseKeyframes }
}

/**
 * Runs the programs for a recording with sound in sequence. The memory limit is the amount needed without video
 * encoding.
 */
export async function runPlans(
  path: string,
  found: { probe: Probe; duration: number; denseKeyframes: boolean },
  cwd: string,
  { onSegment, onProgress }: RunListeners = {},
) {
  const plan = { path, ...found, maxSeconds, threads: 2 }
  const speechRun = speechTrackRun(plan)
  const reader = recordingReader(speechRun.pcm!, { keepsTimes: hasTimes(found.probe) })
  const ample = { ...limits, cwd, timeoutSeconds: 300, cpuSeconds: 300, ...(onProgress ? { onProgress } : {}) }
  await runSandboxed(speechRun, {
    ...ample,
    onStdout: (bytes) => {
      for (const segments of reader.push(bytes)) segments.forEach((segment) => onSegment?.(segment))
    },
  })
  for (const run of [streamRun(plan), picturesRun(plan)]) if (run) await runSandboxed(run, ample)
  const { segments, ...summary } = reader.finish()
  segments.forEach((segment) => onSegment?.(segment))
  const verdict: MediaVerdict = checkDecodedDuration(found.probe, summary.decodedSeconds)
  return { verdict, files: preparedFiles(found.probe, found.duration), summary }
}
