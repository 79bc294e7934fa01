// The SQL of plans and price lists, which are versions valid from a month.
import type { Plan } from '@kaiwa/contract/plans.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Month } from '../months.ts'
import { monthOf } from './instants.ts'

const fields = sql<Plan>`p.id, p.name, p.description, p.monthly_price, p.yearly_price, p.minute, p.storage, p.chat,
  p.editor, p.viewer`

/** Whether the version `p` is the one that is sold in the month. */
function isSold(month: RawBuilder<Month>): RawBuilder<boolean> {
  return sql<boolean>`(p.valid_from <= ${month} and coalesce(p.valid_until > ${month}, true)
    and not exists (select from plans newer where newer.name = p.name and newer.valid_from > p.valid_from
      and newer.valid_from <= ${month}))`
}

/** The business plans that are sold now, in the order of their price. */
export async function findSoldPlans(db: Db | Trx, at?: Date): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select ${fields} from plans p where p.audience = 'business' and ${isSold(monthOf(at))} order by p.monthly_price, p.id
  `.execute(db)
  return rows
}

export interface Version {
  audience: 'business' | 'personal' | 'trial'
  /** The version that is sold in the month. */
  is_sold: boolean
  /** Sold in the month or before. */
  has_begun: boolean
}

/** A version of a plan as seen in a month; undefined if it does not exist. */
export async function findVersion(db: Db | Trx, planId: number, month: Month): Promise<Version | undefined> {
  const first = sql<Month>`${month}::date`
  const { rows } = await sql<Version>`
    select p.audience, ${isSold(first)} as is_sold, p.valid_from <= ${first} as has_begun
    from plans p where p.id = ${planId}
  `.execute(db)
  return rows[0]
}
