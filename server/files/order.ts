// The ways to sort a folder's table. Folders always stand before files, and the id settles what is equal, so that pages
// never overlap.
import type { fileOrder } from '@kaiwa/contract/workspace.ts'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'

export type FileOrder = z.infer<typeof fileOrder>
type Key = 'name' | 'last_updated_by' | 'last_updated_at' | 'total_size'

/** `-name` → what to sort by and whether downwards. */
export const readOrder = (order: FileOrder): { key: Key; isDescending: boolean } => {
  const isDescending = order.startsWith('-')
  return { key: (isDescending ? order.slice(1) : order) as Key, isDescending }
}

/** ORDER BY of rows whose sort keys are the given expressions. */
export const orderBy = (order: FileOrder, keys: Record<Key, RawBuilder<unknown>>, id: RawBuilder<unknown>) => {
  const { key, isDescending } = readOrder(order)
  const direction = isDescending ? sql`desc` : sql`asc`
  // Whoever never changed anything stands last both ways.
  const nulls = key === 'last_updated_by' ? sql` nulls last` : sql``
  return sql`${keys[key]} ${direction}${nulls}, ${id} ${direction}`
}

/** The person in this column, sorted as people are listed: family name first. */
export const personKey = (column: string): RawBuilder<unknown> => sql`(
  select person.last_name || ' ' || person.first_name from users person
  where person.id = ${sql.ref(column)}) collate natural_order`
