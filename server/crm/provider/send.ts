// One request to HubSpot, with a time limit for the answer and its body. Every answer that is not JSON of a success becomes
// a HubspotFailure here: the official client drops the fields of an error that it does not know, such as `policyName`.
import { openTimeLimit } from '../../platform/time-limit.ts'
import { cleanJson } from './clean-json.ts'
import { type Answer, failureOfAnswer } from './failure.ts'
import { HubspotFailure } from './hubspot-api.ts'

/** Maximum time of a call with its body. */
const CALL_TIMEOUT_MS = 20_000
/**
 * A portal with 1,000 properties of 100 options each answers less. An answer of this size is parsed in one piece, which takes
 * about half a second, in which the process does nothing else.
 */
const MAX_ANSWER_BYTES = 16_000_000

export interface SentRequest {
  method: string
  headers: Record<string, string>
  body?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

async function read(
  url: string,
  { method, headers, body, signal, timeoutMs = CALL_TIMEOUT_MS }: SentRequest,
): Promise<Answer> {
  const limit = openTimeLimit(timeoutMs / 1_000)
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      // A redirect would carry the token to another address.
      redirect: 'error',
      signal: signal ? AbortSignal.any([limit.signal, signal]) : limit.signal,
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: cleanJson(await textOf(response)),
    }
  } finally {
    limit.clear()
  }
}

/** Rejects a body that is too long without reading its end. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) throw new Error('the answer of HubSpot is too long')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Whether an answer of this type can be parsed. */
function isJson(headers: Record<string, string>): boolean {
  return /^application\/([\w.]+\+)?json\b/i.test(headers['content-type'] ?? '')
}

/** Returns the answer of a success; `204` has no text. Throws a HubspotFailure, or the reason of `signal`. */
export async function send(url: string, request: SentRequest): Promise<Answer> {
  let answer: Answer
  try {
    answer = await read(url, request)
  } catch (error) {
    request.signal?.throwIfAborted()
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    throw new HubspotFailure('unavailable', isSlow ? 'HubSpot did not answer in time' : 'no connection to HubSpot', {
      cause: error,
    })
  }
  const isSuccess = answer.status >= 200 && answer.status < 300
  if (isSuccess && (answer.text === '' || isJson(answer.headers))) return answer
  throw failureOfAnswer(answer)
}
