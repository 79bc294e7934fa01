// The SQL of the switch: a workspace with a row uses summaries.
import type { Db, Trx } from '../../platform/database/database.ts'

export async function isSwitchedOn(db: Db | Trx, workspaceId: number): Promise<boolean> {
  const row = await db
    .selectFrom('summary_settings')
    .select('workspace_id')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertSetting(trx: Trx, setting: { workspace_id: number; enabled_by: number }): Promise<void> {
  await trx
    .insertInto('summary_settings')
    .values(setting)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteSetting(trx: Trx, workspaceId: number): Promise<void> {
  await trx.deleteFrom('summary_settings').where('workspace_id', '=', workspaceId).execute()
}
