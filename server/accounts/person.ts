import type { Person } from '@kaiwa/contract/fields.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../platform/database/database.ts'

export type PersonRow = { id: number; first_name: string; last_name: string; avatar: string | null }

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * A name as its bearer's script writes it: family name first in East Asian scripts, last elsewhere. Whoever came by a
 * provider may have one name only.
 */
export const fullName = ({ first_name, last_name }: Pick<PersonRow, 'first_name' | 'last_name'>): string =>
  (EAST_ASIAN.test(first_name + last_name) ? `${last_name} ${first_name}` : `${first_name} ${last_name}`).trim()

export const presentPerson = (row: PersonRow | null): Person | null =>
  row && { id: row.id, name: fullName(row), avatar: row.avatar }

/** The person whose id is in a column, as one JSON value: `personAt('files.last_updated_by')`. */
export const personAt = (column: string): RawBuilder<PersonRow | null> => sql`(
  select json_build_object('id', person.id, 'first_name', person.first_name, 'last_name', person.last_name,
    'avatar', person.avatar)
  from users person where person.id = ${sql.ref(column)})`

/** The person of an id as others see them; null when there is none. */
export const findPerson = async (db: Db | Trx, id: number): Promise<Person | null> =>
  presentPerson(
    (await db
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name', 'avatar'])
      .where('id', '=', id)
      .executeTakeFirst()) ?? null,
  )
