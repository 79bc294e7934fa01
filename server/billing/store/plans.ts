// The SQL of plans and price lists, which are versions valid from a month.
import type { Plan } from '@kaiwa/contract/plans.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { monthOf } from './instants.ts'

const fields = sql<Plan>`p.id, p.name, p.description, p.monthly_price, p.yearly_price, p.minute, p.storage, p.chat,
  p.editor, p.viewer`

/** Whether the version `p` is the one that is sold in the month of the instant. */
function isSold(at?: Date): RawBuilder<boolean> {
  return sql<boolean>`(p.valid_from <= ${monthOf(at)} and coalesce(p.valid_until > ${monthOf(at)}, true)
    and not exists (select from plans newer where newer.name = p.name and newer.valid_from > p.valid_from
      and newer.valid_from <= ${monthOf(at)}))`
}

/** The business plans that are sold now, in the order of their price. */
export async function findSoldPlans(db: Db | Trx, at?: Date): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select ${fields} from plans p where p.audience = 'business' and ${isSold(at)} order by p.monthly_price, p.id
  `.execute(db)
  return rows
}

/** The audience of a plan; undefined if it does not exist. */
export async function findAudience(db: Db | Trx, planId: number): Promise<string | undefined> {
  const row = await db.selectFrom('plans').select('audience').where('id', '=', planId).executeTakeFirst()
  return row?.audience
}
