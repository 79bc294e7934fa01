// An operation is one API call as data: name, path, required access, and the schemas of input and output. The server
// registers its routes from it, the browser and the tests use it for calls, and the OpenAPI page is generated from it.
import type * as z from 'zod'
import type { ErrorCode } from './errors.ts'
import { LIMITS } from './limits.ts'

/** `public`: everyone; `session`: signed-in users; `operator`: signed-in operators of the product. */
export type Access = 'public' | 'session' | 'operator'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** At most `max` calls in `window` seconds for each value of `key`; `body.email` counts per email in the body. */
export interface RateLimit {
  max: number
  window: number
  key: 'ip' | 'account' | `body.${string}`
  /** Error code instead of E_TOO_MANY_REQUESTS. */
  code?: ErrorCode
}

/**
 * What a successful call answers. `json`: one JSON value, built as a whole. `stream`: the same, sent in parts, because it
 * grows with a recording. `file`: a file of a type in `produces`, sent in parts.
 */
export type AnswerKind = 'json' | 'stream' | 'file'

/** Paths below `/api`. Operations for operators are below `/admin`. */
type PathOf<A extends Access> = A extends 'operator' ? `/admin/${string}` : string

type Schema = z.ZodType
type None = z.ZodVoid

/** The parts of a form: one file and other fields. */
export interface Form {
  fields?: z.ZodObject
  file: { types: readonly string[]; isRequired: boolean }
}

interface Spec<
  A extends Access,
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  R extends Schema,
  K extends AnswerKind,
> {
  /** Name of the operation at every layer, e.g. `renameItem`. */
  name: string
  method: Method
  /** Below `/api`, parameters in braces: `/items/{id}/move/{destination_id}`. */
  path: PathOf<A>
  access: A
  /** A GET that signs in or changes data: cross-site requests are refused as for a POST. */
  isChange?: true
  params?: P
  query?: Q
  body?: B
  /** `multipart` bodies are not validated by schema: the handler reads the parts from the request. */
  consumes?: 'json' | 'multipart'
  /** The parts of a `multipart` body. */
  form?: Form
  /** Query parameters that a call needs, although their schema lets a body carry them instead. */
  requiredQuery?: readonly string[]
  /** Bytes of the body beyond which it is refused; `bodyLimitOf` where it is left out. */
  bodyLimit?: number
  /** Default `json`. */
  answer?: K
  /** Media types of an answer of kind `file`; `response` is then the file's content. */
  produces?: readonly string[]
  response: R
  /** HTTP status of success; default 200. */
  status?: number
  /** Error codes in addition to those of every call with this access. */
  errors?: readonly ErrorCode[]
  rateLimit?: RateLimit | readonly RateLimit[]
}

export type Operation<
  A extends Access = Access,
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
  K extends AnswerKind = AnswerKind,
> = Spec<A, P, Q, B, R, K> & { answer: K; status: number; errors: readonly ErrorCode[] }

/** Defines one operation. An omitted part does not exist: the handler receives `undefined` for it. */
export function operation<
  const A extends Access,
  R extends Schema,
  P extends Schema = None,
  Q extends Schema = None,
  B extends Schema = None,
  const K extends AnswerKind = 'json',
>(spec: Spec<A, P, Q, B, R, K>): Operation<A, P, Q, B, R, K> {
  return {
    ...spec,
    answer: spec.answer ?? ('json' as K),
    status: spec.status ?? 200,
    errors: spec.errors ?? [],
  }
}

/** Maximum body of a call in bytes; small for callers who are not signed in. */
export function bodyLimitOf({ access, body, consumes, bodyLimit }: Operation): number {
  return bodyLimit ?? (access === 'public' || (!body && consumes !== 'multipart') ? LIMITS.smallBody : LIMITS.body)
}

// A part without required fields is optional.
type Part<K extends string, S, T> = S extends None
  ? { [key in K]?: undefined }
  : Record<never, never> extends T
    ? { [key in K]?: T }
    : { [key in K]: T }

/** Input of a caller: `{ params, query, body }` without the parts that do not exist. */
export type OperationInput<O> =
  O extends Operation<Access, infer P, infer Q, infer B>
    ? Part<'params', P, z.input<P>> & Part<'query', Q, z.input<Q>> & Part<'body', B, z.input<B>>
    : never

/** Input of a handler after validation. */
export type OperationArguments<O> =
  O extends Operation<Access, infer P, infer Q, infer B>
    ? { params: z.output<P>; query: z.output<Q>; body: z.output<B> }
    : never

/** Result of a handler; fields that are not in the response schema are never sent. */
export type OperationResult<O> = O extends { response: infer R extends Schema } ? z.output<R> : never
