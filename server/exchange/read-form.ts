import { importForm } from '@kaiwa/contract/exchange.ts'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { fieldErrors } from '../platform/http/validation.ts'
import { invalid } from '../platform/refusal.ts'

/** The fields of an import's form, and the bytes of its file in their own buffer. */
export type Form = z.output<typeof importForm> & { bytes: Uint8Array<ArrayBuffer> }

/** Parses the form of an import. Refuses invalid forms (422). */
export async function readForm({ body }: Pick<FastifyRequest, 'body'>): Promise<Form> {
  if (!(body instanceof FormData)) throw invalid({ body: ['format'] })
  const fields = Object.fromEntries(['names', 'revision', 'take_over'].map((key) => [key, body.get(key) ?? undefined]))
  const read = importForm.safeParse(fields, { reportInput: true })
  if (!read.success) throw invalid(fieldErrors(read.error.issues))
  const file = body.get('file')
  if (!(file instanceof File)) throw invalid({ file: ['required'] })
  return { ...read.data, bytes: new Uint8Array(await file.arrayBuffer()) }
}
