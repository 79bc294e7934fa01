import { keyframeRun, keyframesAreDense, type Probe } from '@kaiwa/media-tools'
import { canCopyVideo } from '@kaiwa/media-tools/hls-output.ts'
import { INSPECTION_LIMITS } from './inspect.ts'
import { SandboxFailure, type SandboxFailureKind } from '../platform/sandbox/sandbox-failure.ts'
import { runSandboxed, type SandboxOptions } from '../platform/sandbox/run-sandboxed.ts'

/** Failures that only mean "unknown": an unreadable file is reported later, when the pictures are made. */
const UNKNOWN: ReadonlySet<SandboxFailureKind> = new Set(['refused', 'timeout', 'memory'])

/**
 * True if the pictures of a copied video can be made from its keyframes alone, which saves time. False also if its
 * packets cannot be listed.
 */
export const hasDenseKeyframes = async (
  path: string,
  probe: Probe,
  duration: number,
  where: Pick<SandboxOptions, 'cwd'> & { signal: AbortSignal },
): Promise<boolean> => {
  if (!probe.video || !canCopyVideo(probe.video)) return false
  try {
    return keyframesAreDense(
      (await runSandboxed(keyframeRun(path, probe), { ...INSPECTION_LIMITS, ...where })).stdout,
      duration,
    )
  } catch (error) {
    if (error instanceof SandboxFailure && UNKNOWN.has(error.kind)) return false
    throw error
  }
}
