// What an answer of HubSpot that is not a success means for Kaiwa.
import * as z from 'zod'
import { HubspotFailure } from './hubspot-api.ts'

export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

const context = z.record(z.string(), z.array(z.string())).catch({})
/** The body of an error. Fields that have another form are read as absent. */
const errorBody = z.object({
  message: z.string().catch(''),
  category: z.string().optional().catch(undefined),
  policyName: z.string().optional().catch(undefined),
  errors: z.array(z.object({ message: z.string().catch(''), context })).catch([]),
})
type ErrorBody = z.infer<typeof errorBody>

const listed = z.array(z.object({ name: z.string(), message: z.string() }))

/** Waits where HubSpot names none: the windows of its limits. A daily limit ends at midnight of the portal. */
const WAIT_SECONDS: Readonly<Record<string, number>> = { SECONDLY: 1, TEN_SECONDLY_ROLLING: 10, DAILY: 3_600 }
/** HubSpot asks for a wait of at least 2 seconds after 423, and of the seconds in Retry-After after 477. */
const LOCKED_SECONDS = 2
const MIGRATION_SECONDS = 60
const MAX_WAIT_SECONDS = 86_400

function parse(text: string): ErrorBody {
  try {
    return errorBody.parse(JSON.parse(text))
  } catch {
    return { message: '', errors: [] }
  }
}

/** `Retry-After` in seconds or as a date; null if it is absent or wrong. */
function retryAfterOf(headers: Answer['headers']): number | null {
  const given = headers['retry-after']?.trim() ?? ''
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), MAX_WAIT_SECONDS) : null
}

/** Length of the window that is used up, from the headers; search sends none. */
function windowOf(headers: Answer['headers']): number | null {
  const remaining = headers['x-hubspot-ratelimit-remaining']
  const milliseconds = Number(headers['x-hubspot-ratelimit-interval-milliseconds'])
  return remaining === '0' && milliseconds > 0 ? Math.ceil(milliseconds / 1_000) : null
}

function policyOf(body: ErrorBody): string | undefined {
  if (body.policyName !== undefined) return body.policyName
  const named = /your (secondly|ten_secondly_rolling|daily) limit/i.exec(body.message)?.[1]
  return named?.toUpperCase()
}

/**
 * Property → text. HubSpot names properties in `errors[].context`, or in a list of JSON at the end of the message:
 * `Property values were not valid: [{"name":"amount","message":"…"}]`.
 */
function refusedOf(body: ErrorBody): Record<string, string> {
  const refused: Record<string, string> = {}
  const start = body.message.indexOf('[{')
  if (start !== -1)
    try {
      for (const { name, message } of listed.parse(JSON.parse(body.message.slice(start)))) refused[name] = message
    } catch {
      // A message that is cut or has another form names no property.
    }
  for (const error of body.errors)
    for (const name of [...(error.context['propertyName'] ?? []), ...(error.context['name'] ?? [])])
      refused[name] ??= error.message
  return refused
}

function waitOf(answer: Answer, body: ErrorBody): HubspotFailure {
  const policy = policyOf(body)
  const retryAfter =
    retryAfterOf(answer.headers) ??
    (policy === undefined ? undefined : WAIT_SECONDS[policy]) ??
    windowOf(answer.headers)
  return new HubspotFailure('wait', `HubSpot asks to wait: ${policy ?? answer.status}`, {
    retryAfter: retryAfter ?? 10,
  })
}

export function failureOfAnswer(answer: Answer): HubspotFailure {
  const { status } = answer
  const body = parse(answer.text)
  const message = `HubSpot answered ${status}${body.category === undefined ? '' : ` ${body.category}`}: ${body.message.slice(0, 500)}`
  if (status === 401) return new HubspotFailure('unauthorized', message)
  if (status === 403) return new HubspotFailure('forbidden', message)
  if (status === 404) return new HubspotFailure('missing', message)
  if (status === 429) return waitOf(answer, body)
  if (status === 423 || status === 477)
    return new HubspotFailure('wait', message, {
      retryAfter: retryAfterOf(answer.headers) ?? (status === 423 ? LOCKED_SECONDS : MIGRATION_SECONDS),
    })
  // 409: the change conflicts with another property, for example a value that has to be unique.
  if (status === 400 || status === 409 || status === 422)
    return new HubspotFailure('invalid', message, { refused: refusedOf(body) })
  return new HubspotFailure('unavailable', message, { retryAfter: retryAfterOf(answer.headers) })
}
