import { ApiError, toApiError } from './api-error.ts'
import { callUrl } from './call-url.ts'
import { OPERATION_PATHS } from './operation-paths.ts'
import { updateServerTime } from './response-clock.ts'
import { keepToken, tokenHeaders, withProof } from './token-mode.ts'
import type { OperationName } from '@kaiwa/contract/every-operation.ts'
import type { CallInput, CallResult } from './call-types.ts'

type Listener = (error: ApiError) => void
const listeners = new Set<Listener>()

/** Subscribes to every refused call. Used to end the session in one place. */
export function onApiError(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export interface Request {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}
/** `form` is the body of a multipart operation; `keepalive` lets a small request outlive the page. */
interface Options {
  signal?: AbortSignal
  form?: FormData
  keepalive?: boolean
}
type Arguments<N extends OperationName> =
  Record<never, never> extends CallInput<N>
    ? [input?: CallInput<N>, options?: Options]
    : [input: CallInput<N>, options?: Options]

async function send(
  name: OperationName,
  input: Request,
  { signal, form, keepalive = false }: Options,
): Promise<Response> {
  const [method, path] = OPERATION_PATHS[name].split(' ') as [string, string]
  const body = import.meta.env.MODE === 'token' ? withProof(name, input.body) : input.body
  try {
    return await fetch(callUrl(path, input.params, input.query), {
      method,
      credentials: import.meta.env.MODE === 'token' ? 'omit' : 'include',
      headers: {
        ...(import.meta.env.MODE === 'token' ? tokenHeaders() : {}),
        accept: 'application/json',
        'accept-language': document.documentElement.lang,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(form ? { body: form } : {}),
      keepalive,
      ...(signal ? { signal } : {}),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError('OFFLINE', 0, {}, cause)
  }
}

/** The response of a successful call. Failures are passed to all listeners and thrown. */
export async function answerOf(name: OperationName, input: Request, options: Options): Promise<Response> {
  const response = await send(name, input, options)
  updateServerTime(response.headers.get('date'))
  if (response.ok) return response
  const error = toApiError(response.status, await response.json().catch(() => null))
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  if (import.meta.env.MODE === 'token') keepToken(error.body)
  if (Number.isFinite(wait)) error.retryAt = Date.now() + wait * 1_000
  for (const listener of listeners) listener(error)
  throw error
}

/**
 * Makes a call of the contract and returns its body: `await call('renameItem', { params: { id }, body: { name } })`.
 * Throws ApiError; without a response its `code` is OFFLINE and its status 0.
 */
export async function call<N extends OperationName>(
  name: N,
  ...[input, options = {}]: Arguments<N>
): Promise<CallResult<N>> {
  const response = await answerOf(name, (input ?? {}) as Request, options)
  const answer: unknown = await response.json().catch(() => null)
  if (import.meta.env.MODE === 'token') keepToken(answer)
  return answer as CallResult<N>
}

/** The file name that the server set. */
export function fileNameOf({ headers }: Response): string {
  const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '') ?? []
  return decodeURIComponent(encoded)
}

/** The same for an operation that returns a file: its content and the file name set by the server. */
export async function callFile<N extends OperationName>(
  name: N,
  ...[input, options = {}]: Arguments<N>
): Promise<{ content: Blob; name: string }> {
  const response = await answerOf(name, (input ?? {}) as Request, options)
  try {
    return { content: await response.blob(), name: fileNameOf(response) }
  } catch (cause) {
    throw new ApiError('OFFLINE', 0, {}, cause)
  }
}

/** Like `call`, for a long answer: yields the text of the body in pieces, as they arrive. */
export async function* callText<N extends OperationName>(
  name: N,
  ...[input, options = {}]: Arguments<N>
): AsyncGenerator<string, void, undefined> {
  const { body } = await answerOf(name, (input ?? {}) as Request, options)
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) yield read.value
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw new ApiError('OFFLINE', 0, {}, cause)
  } finally {
    // Without effect after the end of the answer.
    void reader?.cancel().catch(() => undefined)
  }
}
