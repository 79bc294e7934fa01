import type { ErrorCode } from '@kaiwa/contract/errors.ts'
import { Refusal } from '../refusal.ts'
import type { PackedError } from './thread-task.ts'

export function packError(thrown: unknown): PackedError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const { name, message, stack } = error
  const { code } = error as { code?: unknown }
  return {
    name,
    message,
    stack,
    code: typeof code === 'string' ? code : undefined,
    refusal:
      error instanceof Refusal
        ? { code: error.code, details: { ...error.details }, headers: { ...error.headers } }
        : undefined,
  }
}

/** The same Refusal, or an Error with the name, code and stack of the one that was thrown in the thread. */
export function unpackError({ name, message, stack, code, refusal }: PackedError): Error {
  if (refusal) return new Refusal(refusal.code as ErrorCode, refusal.details, refusal.headers)
  const error = new Error(message)
  error.name = name
  if (stack !== undefined) error.stack = stack
  return Object.assign(error, code === undefined ? {} : { code })
}
