import { createHash } from 'node:crypto'
import { importForm } from '@kaiwa/contract/exchange.ts'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { fieldErrors } from '../platform/http/validation.ts'
import { invalid } from '../platform/refusal.ts'

export type Form = z.output<typeof importForm> & {
  bytes: Uint8Array
  /** Of the file, so that a call that comes twice is known. */
  digest: string
}

/** What an import was sent. Refuses (422) forms that are none. */
export const readForm = async ({ body }: Pick<FastifyRequest, 'body'>): Promise<Form> => {
  if (!(body instanceof FormData)) throw invalid({ body: ['format'] })
  const fields = Object.fromEntries(['names', 'revision', 'take_over'].map((key) => [key, body.get(key) ?? undefined]))
  const read = importForm.safeParse(fields, { reportInput: true })
  if (!read.success) throw invalid(fieldErrors(read.error.issues))
  const file = body.get('file')
  if (!(file instanceof File)) throw invalid({ file: ['required'] })
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { ...read.data, bytes, digest: createHash('sha256').update(bytes).digest('base64url') }
}
