// Determines why a source cannot be recorded. Browsers use few error names for many causes, so the state of the
// permission, the policy of the page and the kind of device are needed, too.
import type { CaptureDevice, CaptureProblem, CaptureProblemKind } from '../types.ts'

/** A source could not be opened. */
export class CaptureFailure extends Error {
  override name = 'CaptureFailure'
  readonly problem: CaptureProblem

  constructor(problem: CaptureProblem, cause?: unknown) {
    super(`${problem.device}: ${problem.kind}`, { cause })
    this.problem = problem
  }
}

/** Facts about a source that could not be opened. */
export interface CaptureFacts {
  /** `name` of the DOMException. */
  error: string
  message: string
  /** Null: the browser does not say. */
  permission: PermissionState | null
  isSecure: boolean
  /** The Permissions-Policy of the page and its frames; null: the browser does not say. */
  isAllowedByPolicy: boolean | null
  /** The browser has the interface. */
  isSupported: boolean
}

const NAMES: Record<string, CaptureProblemKind> = {
  NotFoundError: 'no-device',
  DevicesNotFoundError: 'no-device',
  // The chosen device is gone: its id is an exact constraint.
  OverconstrainedError: 'no-device',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  // The device was stopped by the system while it was opened.
  AbortError: 'busy',
  NotSupportedError: 'unsupported',
  TypeError: 'unsupported',
  SecurityError: 'denied-by-policy',
}

/** The kind of problem. Screens are asked for each time, so a refusal without a stored one is a closed dialog. */
export function kindOf(device: CaptureDevice, facts: CaptureFacts): CaptureProblemKind {
  if (!facts.isSecure || facts.isAllowedByPolicy === false) return 'denied-by-policy'
  if (!facts.isSupported) return 'unsupported'
  if (
    facts.error !== 'NotAllowedError' &&
    facts.error !== 'PermissionDeniedError' &&
    facts.error !== 'InvalidStateError'
  )
    return NAMES[facts.error] ?? 'busy'
  // Chromium and Firefox name the system when it forbids a browser to record; nothing on the page can change that. The sentence
  // about a refused screen names the settings of the system, that about the other devices the icon in the address bar.
  if (/system/i.test(facts.message)) return device === 'screen' ? 'denied' : 'denied-by-policy'
  if (device === 'screen') return facts.permission === 'denied' ? 'denied' : 'canceled'
  // The person has closed the question, or has not answered: it can be asked again.
  return facts.permission === 'prompt' || /dismiss/i.test(facts.message) ? 'not-asked' : 'denied'
}

const PERMISSIONS = { microphone: 'microphone', camera: 'camera', screen: 'display-capture' } as const

async function permissionOf(device: CaptureDevice): Promise<PermissionState | null> {
  try {
    const { state } = await navigator.permissions.query({ name: PERMISSIONS[device] as PermissionName })
    return state
  } catch {
    // Firefox does not know all of these names.
    return null
  }
}

/** Chromium's interface for the features that the page may use. */
interface DocumentWithPolicy {
  featurePolicy?: { allowsFeature: (name: string) => boolean; features: () => string[] }
}

function isAllowedByPolicy(device: CaptureDevice): boolean | null {
  const policy = (document as DocumentWithPolicy).featurePolicy
  if (!policy?.features().includes(PERMISSIONS[device])) return null
  return policy.allowsFeature(PERMISSIONS[device])
}

export function isSupported(device: CaptureDevice): boolean {
  // Not there in an insecure page.
  const devices = navigator.mediaDevices as Partial<MediaDevices> | undefined
  return Boolean(device === 'screen' ? devices?.getDisplayMedia : devices?.getUserMedia)
}

/** Converts what a browser threw. */
export async function toCaptureFailure(device: CaptureDevice, error: unknown): Promise<CaptureFailure> {
  if (error instanceof CaptureFailure) return error
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : new Error(String(error))
  const kind = kindOf(device, {
    error: name,
    message,
    permission: await permissionOf(device),
    isSecure: globalThis.isSecureContext,
    isAllowedByPolicy: isAllowedByPolicy(device),
    isSupported: isSupported(device),
  })
  return new CaptureFailure({ device, kind }, error)
}

/** The state of a track that was open. `muted`: the system gives no data at present, for example during a call. */
export function trackProblem(
  device: CaptureDevice,
  track: Pick<MediaStreamTrack, 'readyState' | 'muted'>,
): CaptureProblem | null {
  if (track.readyState === 'ended') return { device, kind: 'lost' }
  return track.muted ? { device, kind: 'busy' } : null
}
