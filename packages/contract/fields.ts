import * as z from 'zod'
import { LIMITS } from './limits.ts'

/** Schemas shared by many operations. */
export const id = z.coerce.number().int().positive().max(LIMITS.integerMax)
/** An integer that fits into an `integer` column, and a non-negative one. */
export const integer = z.int().min(-LIMITS.integerMax).max(LIMITS.integerMax)
export const count = z.int().min(0).max(LIMITS.integerMax)
/** `count` in a query or a path. */
export const countQuery = z.coerce.number().int().min(0).max(LIMITS.integerMax)
/** The uuid of a block that a client names, in lower case as it is stored. */
export const blockUuid = z.uuid().toLowerCase()
/** An instant as ISO 8601 in UTC. */
export const instant = z.string()
export const email = z.string().trim().min(1).max(LIMITS.emailLength).pipe(z.email())

/**
 * Control characters, line and paragraph separators, and characters that change the writing direction or are invisible.
 */
const DECEPTIVE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u
/** Fillers like U+3164 are letters, and an empty Braille pattern is a symbol. */
const VISIBLE = /[^\p{Cf}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u

export function hasVisible(text: string): boolean {
  return VISIBLE.test(text)
}

/**
 * A name in any script, trimmed, 1 to `nameLength` characters as people count them (an emoji outside the basic plane is
 * one). Characters that hide or reorder text are refused with `format`.
 */
const name = z
  .string()
  .trim()
  .min(1)
  // Counts code points. Aborts here, so that the rules below do not process a long text.
  .max(LIMITS.nameLength, { abort: true })
  .refine((text) => text === '' || (!DECEPTIVE.test(text) && hasVisible(text)), { params: { code: 'format' } })

export const personName = name
export const itemName = name
export const locale = z.enum(['ja', 'en'])
export type Locale = z.infer<typeof locale>

export function page<T extends z.ZodType>(row: T) {
  return z.object({ data: z.array(row), current_page: z.int(), last_page: z.int() })
}

export const pageQuery = z.coerce.number().int().min(1).max(1_000_000).default(1)

export const person = z.object({ id: z.int(), name: z.string(), avatar: z.string().nullable() })
export type Person = z.infer<typeof person>

const YES = ['1', 'true']

/** A switch of a query string; the document and the types of a caller show both spellings. */
export function flag(byDefault: boolean) {
  return z
    .enum(['0', '1', 'false', 'true'])
    .default(byDefault ? '1' : '0')
    .transform((value) => YES.includes(value))
}

/** A number of a query string that must be one of these. */
export function numberOf<const N extends number>(values: readonly N[]) {
  return z.coerce.number().pipe(z.literal(values)).meta({ type: 'integer', enum: values })
}

/** A switch of a form or query string. */
export function switchOf(byDefault: boolean) {
  return z
    .string()
    .max(8)
    .pipe(z.stringbool())
    .prefault(String(byDefault))
    .meta({ enum: ['true', 'false'] })
}

export const success = z.object({ success: z.literal(true) })

/** Response of a deletion. Items now in the trash can be restored; an incomplete upload cannot. */
export const deletion = z.object({ unread_item_ids: z.array(z.int()), trashed_item_ids: z.array(z.int()) })
