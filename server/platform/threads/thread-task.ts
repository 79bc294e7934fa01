// What a thread module exports and what it may use. A thread shares no memory with the process: its input and its result
// are copied, so they hold plain data, and large bytes are handed over by `transfer`.
import type { Db } from '../database/database.ts'

export interface ThreadContext {
  /** A connection of this task alone; it is opened at the first call and closed when the task ends. */
  db: () => Db
}

export type ThreadTask<Input, Result> = (input: Input, context: ThreadContext) => Promise<Result>

/** Sent to a thread. */
export interface ThreadOrder {
  /** Address of a module whose default export is a ThreadTask. */
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
  /** Of a system or database error, by which an outage is recognised. */
  code: string | undefined
  /** Of a Refusal. */
  refusal: { code: string; details: Record<string, unknown>; headers: Record<string, string> } | undefined
}

export type ThreadReply = { value: unknown } | { error: PackedError }
