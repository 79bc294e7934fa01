// The SQL of price lists, which are versions valid from a month.
import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { PriceLists } from '../../platform/database/schema.gen.ts'
import { monthOf } from './instants.ts'

export type PriceList = Selectable<PriceLists>

/** The price list of new subscriptions. */
export function findPriceList(db: Db | Trx, at?: Date): Promise<PriceList> {
  return db
    .selectFrom('price_lists')
    .selectAll()
    .where('valid_from', '<=', monthOf(at))
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}
