// The SQL with which `npm run plans` reads and writes versions of plans and price lists.
import { PLAN_TIERS } from '@kaiwa/contract/plans.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Month } from '../months.ts'
import type { PlanEntry, PriceColumns } from '../plans/plan-file.ts'

export type PlanVersion = PlanEntry & { id: number; valid_from: Month; valid_until: Month | null; is_used: boolean }
export type PriceVersion = PriceColumns & { id: number; valid_from: Month; is_used: boolean }

/** Lets only one command change versions at a time. Readers do not wait. */
export async function lockVersions(trx: Trx): Promise<void> {
  await sql`lock table plans, price_lists in share row exclusive mode`.execute(trx)
}

/** All versions of the tiers; plans with other names are ignored. */
export async function findPlanVersions(trx: Trx): Promise<PlanVersion[]> {
  const { rows } = await sql<PlanVersion>`
    select p.*, (exists (select from subscriptions where plan_id = p.id)
      or exists (select from plan_changes where plan_id = p.id)
      or is_plan_promised(p.id)) as is_used
    from plans p where p.name = any(${[...PLAN_TIERS]}::text[]) order by p.name, p.valid_from
  `.execute(trx)
  return rows
}

export async function findPriceVersions(trx: Trx): Promise<PriceVersion[]> {
  const { rows } = await sql<PriceVersion>`
    select l.*, exists (select from subscriptions where price_list_id = l.id) as is_used
    from price_lists l order by l.valid_from
  `.execute(trx)
  return rows
}

/** Whether the plans are those of the first migration: no file was applied yet. */
export async function hasOnlyFirstPlans(db: Db | Trx): Promise<boolean> {
  const { rows } = await sql`
    select from plans where valid_from > '2020-01-01' or name not in ('trial', 'business') limit 1
  `.execute(db)
  return rows.length === 0
}

export async function insertPlanVersion(trx: Trx, plan: PlanEntry, valid_from: Month): Promise<void> {
  await trx
    .insertInto('plans')
    .values({ ...plan, valid_from })
    .execute()
}

/** Deletes an unused version. */
export async function deletePlanVersion(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('plans').where('id', '=', id).execute()
}

/** The first month in which the plan can no longer be chosen; null if none. */
export async function setPlanEnd(trx: Trx, id: number, valid_until: Month | null): Promise<void> {
  await trx.updateTable('plans').set({ valid_until }).where('id', '=', id).execute()
}

export async function insertPriceVersion(trx: Trx, prices: PriceColumns, valid_from: Month): Promise<void> {
  await trx
    .insertInto('price_lists')
    .values({ ...prices, valid_from })
    .execute()
}

export async function deletePriceVersion(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('price_lists').where('id', '=', id).execute()
}
