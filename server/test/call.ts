import type { ErrorCode, FieldErrors } from '@kaiwa/contract/errors.ts'
import { failure } from '@kaiwa/contract/failure.ts'
import type { Operation, OperationInput, OperationResult } from '@kaiwa/contract/operation.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'

export type Answer<O> = {
  status: number
  headers: Readonly<Record<string, string | string[] | number | undefined>>
  /** The body; only on success is it what the type says. */
  body: OperationResult<O>
  error: ErrorCode | undefined
  errors: FieldErrors | undefined
}

/** Who calls: a bearer token, or whatever carries one (a user of the factories). */
export type Caller = string | { token: string }

type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

const pathOf = (operation: Operation, params: Record<string, unknown> = {}): string =>
  `/api${operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))}`

const queryOf = (query: Record<string, unknown> = {}): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

export type Call = <O extends Operation>(
  operation: O,
  input: OperationInput<O>,
  as?: Caller,
  options?: Pick<InjectOptions, 'headers' | 'remoteAddress'>,
) => Promise<Answer<O>>

/** What brings a call to a server: fastify itself does, in this process and over the whole HTTP stack. */
export type Way = {
  inject: (options: InjectOptions) => Promise<Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>>
}

/** Every failure that a test meets has the shape of the OpenAPI document, and says when to try again where it should. */
const assertDescribed = (
  { name }: Operation,
  { statusCode, headers }: Pick<LightMyRequestResponse, 'statusCode' | 'headers'>,
  body: unknown,
): void => {
  const read = failure.safeParse(body)
  if (!read.success) throw new Error(`${name} failed with an undescribed body: ${read.error.message}`)
  if ((statusCode === 429 || statusCode === 503) && !(Number(headers['retry-after']) >= 1))
    throw new Error(`${name} answered ${statusCode} without Retry-After`)
}

/** Calls operations. */
export const callerOf =
  (http: Way): Call =>
  async (operation, input, as, options = {}) => {
    const { params, query, body } = input as Input
    const token = typeof as === 'string' ? as : as?.token
    const response = await http.inject({
      ...options,
      method: operation.method,
      url: pathOf(operation, params) + queryOf(query),
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...options.headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const parsed = response.body === '' ? undefined : (JSON.parse(response.body) as Record<string, unknown>)
    if (response.statusCode >= 400) assertDescribed(operation, response, parsed)
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parsed as OperationResult<typeof operation>,
      error: parsed?.['error'] as ErrorCode | undefined,
      errors: parsed?.['errors'] as FieldErrors | undefined,
    }
  }

/** The same for calls that must succeed: answers the body, throws with the failure otherwise. */
export const succeederOf =
  (call: Call) =>
  async <O extends Operation>(operation: O, input: OperationInput<O>, as?: Caller): Promise<OperationResult<O>> => {
    const answer = await call(operation, input, as)
    if (answer.status === operation.status) return answer.body
    throw new Error(`${operation.name} answered ${answer.status} ${JSON.stringify(answer.body)}`)
  }
