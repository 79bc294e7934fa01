import type { ErrorCode, FieldErrors } from '@kaiwa/contract/errors.ts'
import { failure } from '@kaiwa/contract/failure-body.ts'
import type { Operation, OperationInput, OperationResult } from '@kaiwa/contract/operation.ts'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'

export interface Answer<O> {
  status: number
  headers: Readonly<Record<string, string | string[] | number | undefined>>
  /** The body; has this type only on success. */
  body: OperationResult<O>
  error: ErrorCode | undefined
  errors: FieldErrors | undefined
}

/** The caller: a bearer token, or a user of the factories. */
export type Caller = string | { token: string }

interface Input {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

function pathOf(operation: Operation, params: Record<string, unknown> = {}): string {
  return `/api${operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))}`
}

function queryOf(query: Record<string, unknown> = {}): string {
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

/** Sends a request to a server. Fastify's own `inject` runs the whole HTTP stack in this process. */
export interface Transport {
  inject: (options: InjectOptions) => Promise<Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>>
}

/** Checks that every failure has the schema of the OpenAPI document, and a Retry-After header where required. */
function assertDescribed(
  { name }: Operation,
  { statusCode, headers }: Pick<LightMyRequestResponse, 'statusCode' | 'headers'>,
  body: unknown,
): void {
  const read = failure.safeParse(body)
  if (!read.success) throw new Error(`${name} failed with an undescribed body: ${read.error.message}`)
  if ((statusCode === 429 || statusCode === 503) && !(Number(headers['retry-after']) >= 1))
    throw new Error(`${name} answered ${statusCode} without Retry-After`)
}

/** Returns a function that calls operations. */
export function callerOf(http: Transport): Call {
  return async (operation, input, as, options = {}) => {
    const { params, query, body } = input as Input
    const token = typeof as === 'string' ? as : as?.token
    const response = await http.inject({
      ...options,
      method: operation.method,
      url: pathOf(operation, params) + queryOf(query),
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...options.headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    // Media has no body here; a CSV is no JSON.
    const isJson = response.body !== '' && !/^(audio|video|text)\//.test(String(response.headers['content-type']))
    const parsed = isJson ? (JSON.parse(response.body) as Record<string, unknown>) : undefined
    if (response.statusCode >= 400) assertDescribed(operation, response, parsed)
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parsed as OperationResult<typeof operation>,
      error: parsed?.['error'] as ErrorCode | undefined,
      errors: parsed?.['errors'] as FieldErrors | undefined,
    }
  }
}

/** The same for calls that must succeed: returns the body, and throws on failure. */
export function succeederOf(call: Call) {
  return async <O extends Operation>(
    operation: O,
    input: OperationInput<O>,
    as?: Caller,
  ): Promise<OperationResult<O>> => {
    const answer = await call(operation, input, as)
    if (answer.status === operation.status) return answer.body
    throw new Error(`${operation.name} answered ${answer.status} ${JSON.stringify(answer.body)}`)
  }
}
