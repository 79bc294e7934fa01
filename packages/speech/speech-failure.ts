/** All failures of this package. A temporary failure may disappear on a retry. */
export const speechFailures = {
  'bad-wav': { isTemporary: false },
  'segment-too-long': { isTemporary: false },
  'language-unknown': { isTemporary: false },
  'engine-missing': { isTemporary: false },
  'engine-closed': { isTemporary: false },
  'engine-crashed': { isTemporary: true },
  'engine-refused': { isTemporary: false },
  aborted: { isTemporary: true },
  'timed-out': { isTemporary: true },
  unauthorised: { isTemporary: false },
  'rate-limited': { isTemporary: true },
  'quota-exceeded': { isTemporary: false },
  unreachable: { isTemporary: true },
  'server-failed': { isTemporary: true },
  'bad-answer': { isTemporary: false },
  'model-missing': { isTemporary: false },
  'download-not-found': { isTemporary: false },
  'download-failed': { isTemporary: true },
  'download-wrong-checksum': { isTemporary: false },
  'download-bad-archive': { isTemporary: false },
  'disk-full': { isTemporary: true },
} as const satisfies Record<string, { isTemporary: boolean }>

export type SpeechFailureCode = keyof typeof speechFailures

/** The only error thrown deliberately by this package. `retryAfter` (seconds) is set when a server sent it. */
export class SpeechFailure extends Error {
  readonly code: SpeechFailureCode
  readonly retryAfter: number | undefined

  constructor(code: SpeechFailureCode, message: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, { cause: options.cause })
    this.name = 'SpeechFailure'
    this.code = code
    this.retryAfter = options.retryAfter
  }

  /** True when the same call may succeed later. */
  get isTemporary(): boolean {
    return speechFailures[this.code].isTemporary
  }
}

/** Throws `aborted` when the signal is aborted. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new SpeechFailure('aborted', 'recognition was stopped', { cause: signal.reason })
}
