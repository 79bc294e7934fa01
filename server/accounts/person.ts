import type { Person } from '@kaiwa/contract/fields.ts'
import { normalise } from '@kaiwa/language/normalise.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { findPersonRow, type PersonRow } from './store/people.ts'

export { type PersonRow, personAt } from './store/people.ts'

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * The full name: family name first in East Asian scripts, last otherwise. A person from an identity provider may have only
 * one name.
 */
export function fullName({ first_name, last_name }: Pick<PersonRow, 'first_name' | 'last_name'>): string {
  return (EAST_ASIAN.test(first_name + last_name) ? `${last_name} ${first_name}` : `${first_name} ${last_name}`).trim()
}

/**
 * Whether the name of a person, or one of the other texts, contains the words. Compared as in search: width, case, spaces
 * and the order of the names are ignored.
 */
export function matchesPerson(
  person: Pick<PersonRow, 'first_name' | 'last_name'>,
  words: string,
  ...others: readonly string[]
): boolean {
  const plain = (text: string): string => normalise(text).replaceAll(/\s/g, '')
  const { first_name, last_name } = person
  return [last_name + first_name, first_name + last_name, ...others].some((text) => plain(text).includes(plain(words)))
}

export function presentPerson(row: PersonRow | null): Person | null {
  return row && { id: row.id, name: fullName(row), avatar: row.avatar }
}

/** The person as shown to other users; null if not found. */
export async function findPerson(db: Db | Trx, id: number): Promise<Person | null> {
  return presentPerson((await findPersonRow(db, id)) ?? null)
}
