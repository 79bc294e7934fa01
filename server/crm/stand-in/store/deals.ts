// The SQL of the stand-in's deals.
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/database.ts'
import { jsonb } from '../../../platform/database/jsonb.ts'

export interface DealRow {
  id: string
  properties: Record<string, string>
  created_at: Date
  modified_at: Date
  archived_at: Date | null
}

const columns = ['id', 'properties', 'created_at', 'modified_at', 'archived_at'] as const
type Columns = Omit<DealRow, 'properties'> & { properties: unknown }

function rowOf(row: Columns): DealRow {
  return { ...row, properties: row.properties as Record<string, string> }
}

/** Names are compared without differences of width and case. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** Follows merges. */
export async function findDeal(db: Db | Trx, portalId: string, id: string): Promise<DealRow | undefined> {
  const row = await db
    .selectFrom('trial_crm_deals')
    .select([...columns, 'merged_into'])
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { merged_into: target, ...deal } = row
  return target === null ? rowOf(deal) : findDeal(db, portalId, target)
}

/** The deals of these ids, without those that were deleted or merged. */
export async function findDeals(db: Db, portalId: string, ids: readonly string[]): Promise<DealRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('trial_crm_deals')
    .select(columns)
    .where('portal_id', '=', portalId)
    .where('id', 'in', [...ids])
    .where('archived_at', 'is', null)
    .execute()
  return rows.map((row) => rowOf(row))
}

/** Locks a deal until the end of the transaction. */
export async function lockDeal(trx: Trx, portalId: string, id: string): Promise<void> {
  await trx
    .selectFrom('trial_crm_deals')
    .select('id')
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
}

export interface NewDeal {
  id: string
  properties: Record<string, string>
  createdAt: Date
  modifiedAt: Date
}

export async function insertDeals(db: Db | Trx, portalId: string, deals: readonly NewDeal[]): Promise<void> {
  await db
    .insertInto('trial_crm_deals')
    .values(
      deals.map(({ id, properties, createdAt, modifiedAt }) => ({
        portal_id: portalId,
        id,
        properties: jsonb(properties),
        ...searched(properties),
        created_at: createdAt,
        modified_at: modifiedAt,
      })),
    )
    .execute()
}

function searched(properties: Readonly<Record<string, string>>): { name: string; pipeline: string; stage: string } {
  const { dealname = '', pipeline = '', dealstage = '' } = properties
  return { name: foldName(dealname).slice(0, 500), pipeline, stage: dealstage }
}

export async function writeDeal(
  trx: Trx,
  portalId: string,
  id: string,
  properties: Record<string, string>,
): Promise<DealRow> {
  const row = await trx
    .updateTable('trial_crm_deals')
    // Milliseconds, as the API shows them; a later write is never earlier.
    .set({
      properties: jsonb(properties),
      ...searched(properties),
      modified_at: sql<Date>`greatest(date_trunc('milliseconds', clock_timestamp()), modified_at + interval '1 millisecond')`,
    })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return rowOf(row)
}

export async function archiveDeal(
  db: Db | Trx,
  portalId: string,
  id: string,
  mergedInto: string | null = null,
): Promise<void> {
  await db
    .updateTable('trial_crm_deals')
    .set({ archived_at: sql<Date>`now()`, merged_into: mergedInto })
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .execute()
}

export interface FoundDeals {
  deals: DealRow[]
  total: number
}

/** Deals of a condition, sorted by the last change. */
export async function searchDeals(
  db: Db,
  search: {
    portalId: string
    condition: RawBuilder<boolean>
    isAscending: boolean
    after: number
    limit: number
  },
): Promise<FoundDeals> {
  const found = db
    .selectFrom('trial_crm_deals')
    .where('portal_id', '=', search.portalId)
    .where('archived_at', 'is', null)
    .where(search.condition)
  const direction = search.isAscending ? 'asc' : 'desc'
  const [rows, { total }] = await Promise.all([
    found
      .select(columns)
      .orderBy('modified_at', direction)
      .orderBy('id', direction)
      .offset(search.after)
      .limit(search.limit)
      .execute(),
    found.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { deals: rows.map((row) => rowOf(row)), total: Number(total) }
}
