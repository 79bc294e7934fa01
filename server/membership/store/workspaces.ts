// The table `workspaces`.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

/** Inserts a workspace and its owner's membership, and returns its id. The root folder is inserted by the tree. */
export async function insertWorkspace(trx: Trx, ownerId: number): Promise<number> {
  const { id } = await trx
    .insertInto('workspaces')
    .values({ owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('workspace_members')
    .values({ user_id: ownerId, workspace_id: id, role_id: ROLE.owner })
    .execute()
  return id
}

/** Closes a workspace without files and other members: deletes its invitations and memberships. */
export async function closeWorkspace(trx: Trx, workspaceId: number): Promise<void> {
  await trx.deleteFrom('invitations').where('workspace_id', '=', workspaceId).execute()
  await trx.deleteFrom('workspace_members').where('workspace_id', '=', workspaceId).execute()
  await trx.updateTable('workspaces').set({ status: 'closed' }).where('id', '=', workspaceId).execute()
}

/** Returns the months of a workspace in Japan time as `YYYY-MM`, the current one first, at most 36. */
export async function findMonths(db: Db, workspaceId: number): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(month, 'YYYY-MM') as month
    from workspaces w, generate_series(
      date_trunc('month', now() at time zone 'Asia/Tokyo'),
      date_trunc('month', w.created_at at time zone 'Asia/Tokyo'), interval '-1 month') month
    where w.id = ${workspaceId} limit 36
  `.execute(db)
  return rows.map(({ month }) => month)
}
