/** What can go wrong with speech, as a closed list. `passing` ones may succeed when tried again. */
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

/** The only Error that leaves this package on purpose. `retryAfter` (seconds) is set where a server asked for patience. */
export class SpeechFailure extends Error {
  readonly code: SpeechFailureCode
  readonly retryAfter: number | undefined

  constructor(code: SpeechFailureCode, message: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, { cause: options.cause })
    this.name = 'SpeechFailure'
    this.code = code
    this.retryAfter = options.retryAfter
  }

  /** Whether the same call may succeed later. */
  get passing(): boolean {
    return speechFailures[this.code].passing
  }
}

/** Throws `aborted` when the caller has given up. */
export function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new SpeechFailure('aborted', 'recognition was stopped', { cause: signal.reason })
}
