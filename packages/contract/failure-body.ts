import * as z from 'zod'
import { editLock } from './transcripts.ts'
import { type ErrorCode, errorStatus, fieldErrorCodes } from './errors.ts'
import { importProblem } from './exchange.ts'

/** The body of every failure: `error`, and details that belong to its code. A field that is not here is never sent. */
export const failure = z.strictObject({
  error: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  reason: z.string().optional(),
  errors: z.record(z.string(), z.array(z.enum(fieldErrorCodes))).optional(),
  problems: z.array(importProblem).optional(),
  lock: editLock.nullable().optional(),
  is_own: z.boolean().optional(),
  revision: z.int().optional(),
  block_uuids: z.array(z.string()).optional(),
  ticket: z.string().optional(),
  emails: z.array(z.string()).optional(),
  /** Properties of a deal that have another value by now than the caller saw. */
  conflicts: z
    .array(z.object({ name: z.string(), base: z.string().nullable(), current: z.string().nullable() }))
    .optional(),
  /** Texts of HubSpot about refused properties. */
  messages: z.record(z.string(), z.string()).optional(),
  request_id: z.string().optional(),
})
