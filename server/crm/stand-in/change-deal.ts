import type { Db } from '../../platform/database/database.ts'
import { type DealRow, findDeal, lockDeal, writeDeal } from './store/deals.ts'
import { notFound } from './failure.ts'
import type { Portal } from './portal.ts'
import { checkValues } from './values.ts'

export interface ChangedDeal {
  deal: DealRow
  /** Names of the values that were given. */
  names: string[]
}

/** Writes all values or none. A merged deal is written under its new id. */
export async function changeDeal(
  db: Db,
  portal: Portal,
  id: string,
  values: Readonly<Record<string, string | number | boolean | null>>,
): Promise<ChangedDeal> {
  return db.transaction().execute(async (trx) => {
    const target = await findDeal(trx, portal.id, id)
    if (target) await lockDeal(trx, portal.id, target.id)
    const deal = target && (await findDeal(trx, portal.id, target.id))
    if (!deal || deal.archived_at !== null) throw notFound(id)
    const stored = checkValues(portal, deal.properties, values)
    const next = Object.entries({ ...deal.properties, ...stored }).filter(([, value]) => value !== '')
    return {
      deal: await writeDeal(trx, portal.id, deal.id, Object.fromEntries(next)),
      names: Object.keys(stored),
    }
  })
}
