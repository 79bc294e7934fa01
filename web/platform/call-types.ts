// The types of calls, taken from the contract as types only: the browser loads no schema library.
import type { OperationName, Operations } from '@kaiwa/contract/every-operation.ts'
import type { Operation, OperationResult } from '@kaiwa/contract/operation.ts'
import type * as z from 'zod'

// Coerced fields (ids, page numbers) accept anything before validation, so callers use their output type.
type Written<S extends z.ZodType> =
  z.input<S> extends object
    ? {
        [K in keyof z.input<S>]: unknown extends z.input<S>[K]
          ? K extends keyof z.output<S>
            ? z.output<S>[K]
            : never
          : z.input<S>[K]
      }
    : z.input<S>

type Parts<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = (P extends z.ZodVoid
  ? { params?: never }
  : { params: Written<P> }) &
  (Q extends z.ZodVoid ? { query?: never } : { query?: Written<Q> }) &
  (B extends z.ZodVoid ? { body?: never } : undefined extends z.input<B> ? { body?: Written<B> } : { body: Written<B> })

/** The input of an operation: `{ params, query, body }` without the parts that do not exist. */
export type CallInput<N extends OperationName> =
  Operations[N] extends Operation<infer _A, infer P, infer Q, infer B> ? Parts<P, Q, B> : never

export type CallResult<N extends OperationName> = OperationResult<Operations[N]>
