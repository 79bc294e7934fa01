// A speech server may be broken or in other hands than its address promises: its answers are limited in size, and it
// cannot send the sound to another server.
import { SpeechFailure } from '../../speech-failure.ts'

/** An answer about 30 s of speech has some 60 kB. */
const MAX_ANSWER_BYTES = 2 ** 20
/** The answer about an error is only used for its message; the rest is ignored. */
const MAX_ERROR_BYTES = 16 * 2 ** 10

/**
 * `fetch` for answers of a limited size. The body of a longer answer fails with `bad-answer`, that of a longer error ends
 * early. Redirects are not followed.
 */
export async function boundedFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  if (!response.body) return response
  const body = response.body.pipeThrough(response.ok ? failingAfter(MAX_ANSWER_BYTES) : endingAfter(MAX_ERROR_BYTES))
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

function failingAfter(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform: (part, controller) => {
      size += part.length
      if (size <= limit) controller.enqueue(part)
      else controller.error(new SpeechFailure('bad-answer', `the speech server answered with more than ${limit} bytes`))
    },
  })
}

function endingAfter(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let left = limit
  return new TransformStream({
    transform: (part, controller) => {
      controller.enqueue(part.subarray(0, left))
      left -= part.length
      if (left <= 0) controller.terminate()
    },
  })
}
