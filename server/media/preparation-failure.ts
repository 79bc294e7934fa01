import type { FailedReason, FileNote } from '@kaiwa/contract/files.ts'
import type { Damage, Interval, MediaVerdict } from '@kaiwa/media-tools'
import { MissingObject } from '../platform/storage/storage.ts'
import { SandboxFailure } from '../platform/sandbox/sandbox-failure.ts'

/** Notes about a recording that cannot be prepared: keys of the browser's texts (`note.*`). */
export const mediaNotes = {
  notMedia: (): FileNote => ({ key: 'not-media', values: {} }),
  broken: (): FileNote => ({ key: 'broken-media', values: {} }),
  tooLong: (minutes: number): FileNote => ({ key: 'too-long', values: { minutes: String(minutes) } }),
  mediaProgramMissing: (): FileNote => ({ key: 'media-program-missing', values: {} }),
  /** The header promises more than the file holds. */
  endsEarly: (at: number, promised: number): FileNote => ({
    key: 'ends-early',
    values: { at: clockTime(at), promised: clockTime(promised) },
  }),
  /** Parts that could not be read; the end is one of them if the file also ends early. */
  damagedParts: (parts: readonly Interval[]): FileNote => ({
    key: 'damaged-parts',
    values: {
      parts: parts.map(({ start, end }) => [...new Set([clockTime(start), clockTime(end)])].join('–')).join(', '),
    },
  }),
  /** The segments of a recording could not become one file that can be played. */
  notJoined: (): FileNote => ({ key: 'not-joined', values: {} }),
  /** The file has several sound tracks; one of them is used. Numbered from 1. */
  trackUsed: (track: number, count: number): FileNote => ({
    key: 'sound-track-used',
    values: { track: String(track), count: String(count) },
  }),
  tracksMixed: (tracks: readonly number[]): FileNote => ({
    key: 'sound-tracks-mixed',
    values: { tracks: tracks.join(', ') },
  }),
} as const

/** Seconds as `1:05` or `1:01:05`. */
function clockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(whole / 60) % 60
  return whole < 3600
    ? `${minutes}:${two(whole % 60)}`
    : `${Math.floor(whole / 3600)}:${two(minutes)}:${two(whole % 60)}`
}

/** More parts are not listed: a note is one sentence. */
const MAX_LISTED_PARTS = 5

/** The note about what is missing in a recording; null if nothing is. */
export function damageNote({ endsEarly, parts }: Damage): FileNote | null {
  if (parts.length === 0) return endsEarly && mediaNotes.endsEarly(endsEarly.at, endsEarly.promised)
  const end = endsEarly ? [{ start: endsEarly.at, end: endsEarly.promised }] : []
  return mediaNotes.damagedParts([...parts.slice(0, MAX_LISTED_PARTS), ...end])
}

/** Preparation ends with a reason that is shown on the file. */
export class PreparationFailure extends Error {
  override name = 'PreparationFailure'
  readonly reason: FailedReason
  readonly note: FileNote | null

  constructor(reason: FailedReason, note: FileNote | null = null, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
    this.note = note
  }
}

/** Throws unless the verdict is 'ok'. `maxMinutes` is shown in the note for a recording that is too long. */
export function assertAcceptable(verdict: MediaVerdict, maxMinutes: number): void {
  if (verdict === 'ok') return
  if (verdict === 'max-file-size-exceeded') throw new PreparationFailure(verdict, mediaNotes.tooLong(maxMinutes))
  throw new PreparationFailure(verdict, verdict === 'pre-processing-failed' ? mediaNotes.broken() : null)
}

/**
 * Maps a failure of the media programs to a reason for the file. Returns null if it is not an expected failure but a
 * bug or an outage, after which another try may succeed.
 */
export function readFailure(error: unknown): PreparationFailure | null {
  if (error instanceof PreparationFailure) return error
  if (error instanceof MissingObject) return new PreparationFailure('file-not-found', null, { cause: error })
  if (!(error instanceof SandboxFailure)) return null
  if (error.kind === 'disk-full') return null
  if (error.kind === 'timeout') return new PreparationFailure('timeout', null, { cause: error })
  const note = error.kind === 'missing-program' ? mediaNotes.mediaProgramMissing() : mediaNotes.broken()
  return new PreparationFailure('pre-processing-failed', note, { cause: error })
}

/**
 * Returns the failure of the file; throws the error again if another try may succeed. A crash is retried because the
 * program may have been killed from outside, for example when the system was short of memory.
 */
export function finalFailure(error: unknown, isLastTry: boolean): PreparationFailure {
  if (error instanceof SandboxFailure && error.kind === 'crashed' && !isLastTry) throw error
  const failure = readFailure(error)
  if (!failure) throw error
  return failure
}
