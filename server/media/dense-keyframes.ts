import { keyframeRun, keyframesAreDense, type Probe } from '@kaiwa/media-tools'
import { canCopyVideo } from '@kaiwa/media-tools/hls.ts'
import { LOOK } from './inspect.ts'
import { SandboxFailure } from './sandbox/failure.ts'
import { runSandboxed, type SandboxOptions } from './sandbox/run-sandboxed.ts'

/**
 * Whether the pictures of a copied video may come from its keyframes alone. False also where its packets cannot be listed: what
 * comes of them is seen when the pictures are made.
 */
export const hasDenseKeyframes = async (
  path: string,
  probe: Probe,
  duration: number,
  where: Pick<SandboxOptions, 'cwd'> & { signal: AbortSignal },
): Promise<boolean> => {
  if (!probe.video || !canCopyVideo(probe.video)) return false
  try {
    return keyframesAreDense((await runSandboxed(keyframeRun(path, probe), { ...LOOK, ...where })).stdout, duration)
  } catch (error) {
    if (error instanceof SandboxFailure && error.kind === 'refused') return false
    throw error
  }
}
