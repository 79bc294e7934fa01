import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import { SpeechFailure } from '../../speech-failure.ts'

/** Maximum length of a server's own words in a message: it is logged and stored with each attempt. */
const MAX_MESSAGE = 300

/** Converts an error of the client to a SpeechFailure. */
export function speechFailure(error: unknown): SpeechFailure {
  if (error instanceof SpeechFailure) return error
  if (error instanceof APIUserAbortError)
    return new SpeechFailure('aborted', 'recognition was stopped', { cause: error })
  if (error instanceof APIConnectionTimeoutError)
    return new SpeechFailure('timed-out', 'the speech server did not answer in time', { cause: error })
  if (error instanceof APIConnectionError)
    return new SpeechFailure('unreachable', 'the speech server cannot be reached', { cause: error })
  if (error instanceof APIError) {
    const status = error.status as number | undefined
    const message = `the speech server answered ${status}: ${error.message.slice(0, MAX_MESSAGE)}`
    if (status === 401 || status === 403) return new SpeechFailure('unauthorised', message, { cause: error })
    // An exhausted quota does not recover after a short wait, although some servers report it as 'too many requests'.
    if (status === 402 || error.code === 'insufficient_quota')
      return new SpeechFailure('quota-exceeded', message, { cause: error })
    if (status === 429) {
      const seconds = Number((error.headers as Headers | undefined)?.get('retry-after'))
      return new SpeechFailure('rate-limited', message, { cause: error, ...(seconds > 0 && { retryAfter: seconds }) })
    }
    if (status === 413) return new SpeechFailure('segment-too-long', message, { cause: error })
    if (status !== undefined && status >= 500) return new SpeechFailure('server-failed', message, { cause: error })
    return new SpeechFailure('engine-refused', message, { cause: error })
  }
  return new SpeechFailure('bad-answer', 'the speech server answered something else', { cause: error })
}
