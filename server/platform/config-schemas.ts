// Schemas of environment variables, and the form of their tables.
import * as z from 'zod'
import { isLoopback } from './http/loopback.ts'

export const positive = z.coerce.number().positive()
export const address = z.url({ protocol: /^https?$/ })
/** With plain HTTP an attacker on the network could impersonate any user. */
export const issuer = address.refine((value) => {
  const url = URL.parse(value)
  return url?.protocol !== 'http:' || isLoopback(url.hostname.replaceAll(/[[\]]/g, ''))
}, 'plain HTTP is allowed for this machine only')
export const flag = z.enum(['on', 'off']).transform((value) => value === 'on')
export const text = z.string()

/** One or more of these words, separated by commas. */
export function list<const W extends string>(words: readonly [W, ...W[]]) {
  return z
    .string()
    .transform((value) => value.split(',').map((word) => word.trim()))
    .pipe(z.array(z.enum(words)).min(1))
}

export interface Variable {
  about: string
  secret?: boolean
  schema: z.ZodType
  fallback?: string
}

export function variable<S extends z.ZodType, V extends Omit<Variable, 'schema'>>(
  schema: S,
  about: V,
): V & { schema: S } {
  return {
    ...about,
    schema,
  }
}
