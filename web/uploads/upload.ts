// One upload as this browser sees it, as data, and what may happen to it. Everything here is pure; upload-store.ts holds
// the current ones and send-file.ts makes the events.
import { LIMITS } from '@kaiwa/contract/limits.ts'

export type Phase = 'sending' | 'interrupted' | 'finishing' | 'finished' | 'failed' | 'cancelled'

/** How many bytes had arrived at a moment (milliseconds). */
type Sample = { at: number; sent: number }

export type Upload = {
  uploadId: number
  uuid: string
  projectId: number
  name: string
  /** Bytes. */
  size: number
  sent: number
  phase: Phase
  /** Unix seconds after which the credentials are worth nothing. */
  expiresAt: number
  /** Oldest first, of the last few seconds. */
  samples: readonly Sample[]
}

export type UploadEvent =
  | { type: 'progress'; sent: number; at: number }
  | { type: 'interrupted' }
  | { type: 'resumed'; expiresAt: number }
  | { type: 'allSent' }
  | { type: 'finished' }
  | { type: 'failed' }
  | { type: 'cancelled' }

/** Seconds of the past that tell the present speed. */
const SPEED_WINDOW_MS = 6_000

/** The phases in which each event means something; a late event of another phase changes nothing. */
const HEARD_IN: Record<UploadEvent['type'], readonly Phase[]> = {
  progress: ['sending'],
  interrupted: ['sending', 'finishing'],
  resumed: ['interrupted'],
  allSent: ['sending'],
  finished: ['finishing'],
  failed: ['sending', 'interrupted', 'finishing'],
  cancelled: ['sending', 'interrupted'],
}

/** The upload after an event. */
export const afterEvent = (upload: Upload, event: UploadEvent): Upload => {
  if (!HEARD_IN[event.type].includes(upload.phase)) return upload
  switch (event.type) {
    case 'progress': {
      const { at, sent } = event
      const recent = upload.samples.filter((sample) => at - sample.at <= SPEED_WINDOW_MS && sample.sent <= sent)
      return { ...upload, sent: Math.min(sent, upload.size), samples: [...recent, { at, sent }] }
    }
    case 'interrupted':
      return { ...upload, phase: 'interrupted', samples: [] }
    case 'resumed':
      return { ...upload, phase: 'sending', samples: [], expiresAt: event.expiresAt }
    case 'allSent':
      return { ...upload, phase: 'finishing', sent: upload.size, samples: [] }
    case 'finished':
    case 'failed':
    case 'cancelled':
      return { ...upload, phase: event.type, samples: [] }
  }
}

/** Bytes a second over the last moments, or null while it cannot be told. */
export const speedOf = ({ samples }: Pick<Upload, 'samples'>): number | null => {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < 500 || last.sent <= first.sent) return null
  return ((last.sent - first.sent) / (last.at - first.at)) * 1000
}

/** Whole seconds until everything is sent, or null while it cannot be told. */
export const secondsLeft = (upload: Upload): number | null => {
  const speed = speedOf(upload)
  return speed === null ? null : Math.ceil((upload.size - upload.sent) / speed)
}

/** Whole percent; 100 only when the server has everything. */
export const percentOf = ({ phase, sent, size }: Pick<Upload, 'phase' | 'sent' | 'size'>): number =>
  phase === 'finished' ? 100 : Math.min(99, Math.floor((sent / Math.max(1, size)) * 100))

const RUNNING = new Set<Phase>(['sending', 'interrupted', 'finishing'])
/** Leaving the page now would cut it off. */
export const isRunning = ({ phase }: Pick<Upload, 'phase'>): boolean => RUNNING.has(phase)

/** Nothing is left to say: all reached their end and none failed. */
export const areAllDone = (uploads: readonly Upload[]): boolean =>
  uploads.length > 0 && uploads.every(({ phase }) => phase === 'finished' || phase === 'cancelled')

/** Milliseconds before each further attempt of an upload (UP-07). */
export const RETRY_DELAYS_MS: readonly number[] = LIMITS.uploadRetrySeconds.map((seconds) => seconds * 1000)

/**
 * What a failed request of the upload means. `status` is 0 without an answer. Without a network nothing is tried: the
 * upload waits for its return.
 */
export const judgeFailure = (status: number, isOnline: boolean): 'retry' | 'wait' | 'give-up' => {
  if (!isOnline) return 'wait'
  // Collisions (409, 423), busy servers (429) and bytes that changed on their way (460) pass; other refusals stay.
  if (status === 409 || status === 423 || status === 429 || status === 460) return 'retry'
  return status >= 400 && status < 500 ? 'give-up' : 'retry'
}

/** Whether an answer says that the workspace has no storage left: what arrived stays, and the upload may go on later. */
export const lacksStorage = (status: number, body: string): boolean =>
  status === 422 && body.includes('"PROJECT_MAX_STORAGE_EXCEEDED"')

/** Whether the credentials of an upload are over at `now` (milliseconds). */
export const hasExpired = ({ expiresAt }: Pick<Upload, 'expiresAt'>, now: number): boolean => now >= expiresAt * 1000
