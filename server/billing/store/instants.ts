// Instants and months as SQL. A statement that depends on the time takes the instant as a parameter; without one it uses
// the database's clock.
import { type RawBuilder, sql } from 'kysely'
import type { Month } from '../months.ts'

/** The given instant, otherwise the start of the transaction. */
export function instantOf(at?: Date): RawBuilder<Date> {
  return at === undefined ? sql<Date>`now()` : sql<Date>`${at.toISOString()}::timestamptz`
}

/** The month in Japan at this instant, as its first day. */
export function monthOf(at?: Date): RawBuilder<Month> {
  return sql<Month>`date_trunc('month', ${instantOf(at)} at time zone 'Asia/Tokyo')::date`
}

/** The first instant of the month in Japan, `offset` months later. */
export function startOf(month: RawBuilder<Month>, offset = 0): RawBuilder<Date> {
  return sql<Date>`((${month} + make_interval(months => ${sql.lit(offset)}))::timestamp at time zone 'Asia/Tokyo')`
}
