import { type RawBuilder, sql } from 'kysely'
import type { JsonValue } from './schema.gen.ts'

/**
 * A value for a jsonb column. Without it the driver would send an array as a PostgreSQL array and a string without
 * quotes.
 */
export function jsonb(value: unknown): RawBuilder<JsonValue> {
  return sql`${JSON.stringify(value)}::jsonb`
}
