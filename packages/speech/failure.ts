/** All failures of this package. `passing` failures may succeed on a retry. */
export const speechFailures = {
  'bad-wav': { passing: false },
  'segment-too-long': { passing: false },
  'language-unknown': { passing: false },
  'engine-missing': { passing: false },
  'engine-closed': { passing: false },
  'engine-crashed': { passing: true },
  'engine-refused': { passing: false },
  aborted: { passing: true },
  'timed-out': { passing: true },
  unauthorised: { passing: false },
  'rate-limited': { passing: true },
  'quota-exceeded': { passing: false },
  unreachable: { passing: true },
  'server-failed': { passing: true },
  'bad-answer': { passing: false },
  'model-missing': { passing: false },
  'download-not-found': { passing: false },
  'download-failed': { passing: true },
  'download-wrong-checksum': { passing: false },
  'download-bad-archive': { passing: false },
  'disk-full': { passing: true },
} as const satisfies Record<string, { passing: boolean }>

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
  get passing(): boolean {
    return speechFailures[this.code].passing
  }
}

/** Throws `aborted` when the signal is aborted. */
export function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new SpeechFailure('aborted', 'recognition was stopped', { cause: signal.reason })
}
