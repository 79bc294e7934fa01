import type { FailedReason, FileNote } from '@kaiwa/contract/files.ts'
import type { MediaVerdict } from '@kaiwa/media-tools'
import { MissingObject } from '../platform/storage/storage.ts'
import { SandboxFailure } from '../platform/sandbox/sandbox-failure.ts'

/** Notes about a recording that cannot be prepared: keys of the browser's texts (`note.*`). */
export const mediaNotes = {
  notMedia: (): FileNote => ({ key: 'not-media', values: {} }),
  broken: (): FileNote => ({ key: 'broken-media', values: {} }),
  tooLong: (minutes: number): FileNote => ({ key: 'too-long', values: { minutes: String(minutes) } }),
  mediaProgramMissing: (): FileNote => ({ key: 'media-program-missing', values: {} }),
} as const

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
