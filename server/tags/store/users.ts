import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** Ids of the members of a workspace. */
export const findMemberIds = async (trx: Trx, workspaceId: number): Promise<number[]> => {
  const members = await trx
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .execute()
  return members.map(({ user_id: id }) => id)
}

/** Language that a user chose for the pages; null if none. */
export const findLocale = async (trx: Trx, userId: number): Promise<string | null> => {
  const { locale } = await trx
    .selectFrom('users')
    .select(sql<string | null>`settings ->> 'locale'`.as('locale'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return locale
}
