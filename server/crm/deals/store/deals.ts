// The SQL of the deals that files are registered with.
import { sql } from 'kysely'
import { type PersonRow, personAt } from '../../../accounts/person.ts'
import type { Db, Trx } from '../../../platform/database/database.ts'

export interface DealRow {
  portal_id: string
  deal_id: string
  deal_name: string
  pipeline: string | null
  stage: string | null
  registered_at: Date
  registered_by: PersonRow | null
}

export function findDealOfFile(db: Db | Trx, fileId: number): Promise<DealRow | undefined> {
  return db
    .selectFrom('crm_deals as deal')
    .select(['deal.portal_id', 'deal.deal_id', 'deal.deal_name', 'deal.pipeline', 'deal.stage', 'deal.registered_at'])
    .select(personAt('deal.registered_by').as('registered_by'))
    .where('deal.file_id', '=', fileId)
    .executeTakeFirst()
}

export interface Registration {
  file_id: number
  workspace_id: number
  portal_id: string
  deal_id: string
  deal_name: string
  pipeline: string | null
  stage: string | null
  registered_by: number | null
  /** When the person chose the deal. */
  since: Date
}

/**
 * Registers a file with a deal. Does not replace another deal that was registered later. An existing registration of the
 * same deal keeps its author and time.
 */
export async function registerDeal(trx: Trx, { since, ...row }: Registration): Promise<void> {
  const same = await trx
    .updateTable('crm_deals')
    .set({ deal_name: row.deal_name, pipeline: row.pipeline, stage: row.stage })
    .where('file_id', '=', row.file_id)
    .where('portal_id', '=', row.portal_id)
    .where('deal_id', '=', row.deal_id)
    .returning('file_id')
    .executeTakeFirst()
  if (same) return
  const registered = { ...row, registered_at: since }
  await trx
    .insertInto('crm_deals')
    .values(registered)
    .onConflict((conflict) =>
      conflict.column('file_id').doUpdateSet(registered).where('crm_deals.registered_at', '<=', since),
    )
    .execute()
}

/** False if the file has no deal. */
export async function deleteDealOfFile(trx: Trx, fileId: number): Promise<boolean> {
  const row = await trx.deleteFrom('crm_deals').where('file_id', '=', fileId).returning('file_id').executeTakeFirst()
  return row !== undefined
}

interface DealKey {
  workspaceId: number
  portalId: string
  dealId: string
}

/** Locks the rows of a deal and of a file, in the order of their files. */
export async function lockDeals(trx: Trx, { workspaceId, portalId, dealId }: DealKey, fileId: number): Promise<void> {
  await sql`select file_id from crm_deals
    where (workspace_id = ${workspaceId} and portal_id = ${portalId} and deal_id = ${dealId}) or file_id = ${fileId}
    order by file_id for update`.execute(trx)
}

/** Name, pipeline and stage of a deal as HubSpot has them now, for all files of the workspace. */
export async function updateDeals(
  db: Db | Trx,
  { workspaceId, portalId, dealId }: DealKey,
  shown: { deal_name: string; pipeline: string | null; stage: string | null },
): Promise<void> {
  await db
    .updateTable('crm_deals')
    .set(shown)
    .where('file_id', 'in', (query) =>
      query
        .selectFrom('crm_deals')
        .select('file_id')
        .where('workspace_id', '=', workspaceId)
        .where('portal_id', '=', portalId)
        .where('deal_id', '=', dealId)
        .orderBy('file_id')
        .forUpdate(),
    )
    .execute()
}

/**
 * A deal was merged into another: files, their history and proposals continue under its id. Returns the registered files.
 * Each table is locked in the order of its ids.
 */
export async function moveDeals(
  trx: Trx,
  { workspaceId, portalId, from, to }: { workspaceId: number; portalId: string; from: string; to: string },
): Promise<{ id: number; project_id: number }[]> {
  const ofDeal = sql`workspace_id = ${workspaceId} and portal_id = ${portalId} and deal_id = ${from}`
  await sql`update crm_writes set deal_id = ${to}
    where id in (select id from crm_writes where ${ofDeal} order by id for update)`.execute(trx)
  const { rows } = await sql<{ id: number; project_id: number }>`update crm_deals set deal_id = ${to} from files
    where files.id = crm_deals.file_id
      and crm_deals.file_id in (select file_id from crm_deals where ${ofDeal} order by file_id for update)
    returning files.id, files.project_id`.execute(trx)
  await sql`update crm_generations set deal_id = ${to}
    where id in (select id from crm_generations where ${ofDeal} order by id for update)`.execute(trx)
  return rows
}
