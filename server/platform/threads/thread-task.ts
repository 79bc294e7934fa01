// Types of thread modules. A thread shares no memory with the process: its input and result are copied, so they must be
// plain data, and large bytes are passed by `transfer`.
import type { Db } from '../database/database.ts'

export interface ThreadContext {
  /** Connections that are opened when they are needed. The tasks of a thread use them one after another. */
  db: () => Db
}

export type ThreadTask<Input, Result> = (input: Input, context: ThreadContext) => Promise<Result>

/** Message to a thread. */
export interface ThreadOrder {
  /** URL of a module whose default export is a ThreadTask. */
  module: string
  input: unknown
  databaseUrl: string
  logLevel: string
}

/** An error as data: classes and properties of errors do not survive the copy between threads. */
export interface PackedError {
  name: string
  message: string
  stack: string | undefined
  /** Code of a system or database error, which identifies an outage. */
  code: string | undefined
  /** Set for a Refusal. */
  refusal: { code: string; details: Record<string, unknown>; headers: Record<string, string> } | undefined
}

export type ThreadReply = { value: unknown } | { error: PackedError }
