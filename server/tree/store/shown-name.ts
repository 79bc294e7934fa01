// The names of rows that the product made, as a reader sees them, in statements (decision 89).
import { PRODUCT_NAMES } from '@kaiwa/contract/product-names.ts'
import type { Locale } from '@kaiwa/contract/fields.ts'
import { type RawBuilder, sql } from 'kysely'

/** The reader of a name; every actor is one. */
export interface NameReader {
  readonly locale: Locale
}

/** The texts of a language as a literal, which PostgreSQL parses once per plan. */
function texts(locale: Locale) {
  const names = Object.entries(PRODUCT_NAMES).map(([kind, text]) => [kind, text[locale]] as const)
  return sql.lit(JSON.stringify(Object.fromEntries(names)))
}

const textsOf = { ja: texts('ja'), en: texts('en') }

/**
 * The name of a row of `table`, which has a column `name_key`, in the reader's language; the given name without a key or
 * with an unknown one. The same rule as `nameIn`.
 */
export function shownName(
  { locale }: NameReader,
  table: string,
  column: 'name' | 'title' = 'name',
): RawBuilder<string> {
  const key = sql.ref(`${table}.name_key`)
  return sql<string>`coalesce(
    replace(${textsOf[locale]}::jsonb ->> split_part(${key}, ':', 1), '{n}', substr(${key}, length(split_part(${key}, ':', 1)) + 2)),
    ${sql.ref(`${table}.${column}`)})`
}

/** The key after a rename: none, unless the new name is what the person saw. */
export function keyAfterRename(
  reader: NameReader,
  table: string,
  { name, column }: { name: string; column?: 'name' | 'title' },
): RawBuilder<string | null> {
  return sql<
    string | null
  >`case when ${shownName(reader, table, column)} = ${name}::text then ${sql.ref(`${table}.name_key`)} end`
}

/** The name of an item as its reader sees it, in a statement that joins `projects` and `files`. */
export function itemName(reader: NameReader): RawBuilder<string> {
  return sql<string>`coalesce(${shownName(reader, 'projects')}, ${shownName(reader, 'files', 'title')})`
}
