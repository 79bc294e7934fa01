// What an answer of HubSpot that is not a success means for Kaiwa.
import * as z from 'zod'
import { HubspotFailure, type HubspotFailureKind } from './hubspot-api.ts'

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
  /** Of the token calls: `BAD_REFRESH_TOKEN` and `invalid_grant`. Other calls have the status `error`. */
  status: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  policyName: z.string().optional().catch(undefined),
  errors: z.array(z.object({ message: z.string().catch(''), context })).catch([]),
})
type ErrorBody = z.infer<typeof errorBody>

const listed = z.array(z.object({ name: z.string(), message: z.string() }))

/** Waits where HubSpot names none: the windows of its limits. A daily limit ends at midnight of the portal. */
const WAIT_SECONDS: ReadonlyMap<string, number> = new Map([
  ['SECONDLY', 1],
  ['TEN_SECONDLY_ROLLING', 10],
  ['DAILY', 3_600],
])
/** HubSpot asks for a wait of at least 2 seconds after 423, and of the seconds in Retry-After after 477. */
const LOCKED_SECONDS = 2
const MIGRATION_SECONDS = 60
const MAX_WAIT_SECONDS = 86_400
/** Most characters of a text of HubSpot that are kept, and of one of its names. */
const MAX_MESSAGE = 500
const MAX_NAME = 200
/** Most properties of a refusal that are kept. */
const MAX_REFUSED = 500

/** `isJson`: HubSpot's own answers are JSON; a page of HTML is of a proxy. */
function parse(text: string): ErrorBody & { isJson: boolean } {
  const none = { message: '', errors: [] }
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return { ...none, isJson: false }
  }
  return { ...(errorBody.safeParse(given).data ?? none), isJson: true }
}

function codesOf({ category, status, error }: ErrorBody): string[] {
  return [category, status, error]
    .filter((code) => code !== undefined && code !== '' && code !== 'error')
    .map((code) => (code as string).slice(0, MAX_NAME))
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
  if (body.policyName !== undefined) return body.policyName.slice(0, MAX_NAME)
  const named = /your (secondly|ten_secondly_rolling|daily) limit/i.exec(body.message)?.[1]
  return named?.toUpperCase()
}

/**
 * Property → text. HubSpot names properties in `errors[].context`, or in a list of JSON at the end of the message:
 * `Property values were not valid: [{"name":"amount","message":"…"}]`.
 */
function refusedOf(body: ErrorBody): Record<string, string> {
  const refused = new Map<string, string>()
  const add = (name: string, message: string): void => {
    if (refused.size < MAX_REFUSED) refused.set(name.slice(0, MAX_NAME), message.slice(0, MAX_MESSAGE))
  }
  const start = body.message.indexOf('[{')
  if (start !== -1)
    try {
      for (const { name, message } of listed.parse(JSON.parse(body.message.slice(start)))) add(name, message)
    } catch {
      // A message that is cut or has another form names no property.
    }
  for (const error of body.errors)
    for (const name of [...(error.context['propertyName'] ?? []), ...(error.context['name'] ?? [])])
      if (!refused.has(name.slice(0, MAX_NAME))) add(name, error.message)
  return Object.fromEntries(refused)
}

function waitOf(answer: Answer, body: ErrorBody): HubspotFailure {
  const policy = policyOf(body)
  const retryAfter =
    retryAfterOf(answer.headers) ??
    (policy === undefined ? undefined : WAIT_SECONDS.get(policy)) ??
    windowOf(answer.headers)
  return new HubspotFailure('wait', `HubSpot asks to wait: ${policy ?? answer.status}`, {
    retryAfter: retryAfter ?? 10,
  })
}

function kindOf(status: number, codes: readonly string[]): HubspotFailureKind {
  switch (status) {
    case 401:
      return 'unauthorized'
    case 403:
      return codes.includes('MISSING_SCOPES') ? 'forbidden' : 'denied'
    case 404:
      return 'missing'
    // 409: the change conflicts with another property, for example a value that has to be unique.
    case 400:
    case 409:
    case 422:
      return 'invalid'
    default:
      return 'unavailable'
  }
}

export function failureOfAnswer(answer: Answer): HubspotFailure {
  const { status } = answer
  const body = parse(answer.text)
  const codes = codesOf(body)
  const message = `HubSpot answered ${[status, ...codes].join(' ')}: ${body.message.slice(0, MAX_MESSAGE)}`
  if (status === 429) return waitOf(answer, body)
  if (status === 423 || status === 477)
    return new HubspotFailure('wait', message, {
      retryAfter: retryAfterOf(answer.headers) ?? (status === 423 ? LOCKED_SECONDS : MIGRATION_SECONDS),
    })
  const kind = body.isJson ? kindOf(status, codes) : 'unavailable'
  return new HubspotFailure(kind, message, {
    codes,
    ...(kind === 'invalid' ? { refused: refusedOf(body) } : {}),
    ...(kind === 'unavailable' ? { retryAfter: retryAfterOf(answer.headers) } : {}),
  })
}
