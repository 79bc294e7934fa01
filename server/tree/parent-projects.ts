import type { Trx } from '../platform/database/database.ts'

type Placed = { id: number; parent_id: number | null }

/** Returns the resource ids of the parent folders of these items; for the root, its own. */
export const parentProjectIds = async (trx: Trx, items: readonly Placed[]): Promise<number[]> => {
  const rows = await trx
    .selectFrom('projects')
    .select('id')
    .where(
      'item_id',
      'in',
      items.map((item) => item.parent_id ?? item.id),
    )
    .execute()
  return rows.map(({ id }) => id)
}
