// A user belongs to one workspace. Accepting an invitation closes the user's own workspace if it has no file and no
// other member. Users of any other workspace must be invited by another address.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { unsubscribe } from '../../billing/store/subscriptions.ts'
import type { Db, Trx } from '../../platform/database/database.ts'

type Elsewhere = { user_id: number; workspace_id: number; is_empty: boolean }

/** Returns the users of these addresses (case-insensitive) who belong to another workspace than this one. */
export const findElsewhere = async (
  db: Db | Trx,
  workspaceId: number,
  emails: readonly string[],
): Promise<(Elsewhere & { email: string })[]> => {
  const { rows } = await sql<Elsewhere & { email: string }>`
    select u.id as user_id, u.email, m.workspace_id,
      m.role_id = ${ROLE.owner}
        and not exists (select from files where files.workspace_id = m.workspace_id)
        and not exists (select from workspace_members other
          where other.workspace_id = m.workspace_id and other.user_id <> u.id) as is_empty
    from users u join workspace_members m on m.user_id = u.id
    where m.workspace_id <> ${workspaceId} and lower(u.email) = any(select lower(unnest(${[...emails]}::text[])))
  `.execute(db)
  return rows
}

/** Returns the addresses that cannot be invited, as they were typed. */
export const emailsElsewhere = async (
  db: Db | Trx,
  workspaceId: number,
  emails: readonly string[],
): Promise<string[]> => {
  const bound = (await findElsewhere(db, workspaceId, emails))
    .filter(({ is_empty: isEmpty }) => !isEmpty)
    .map(({ email }) => email.toLowerCase())
  return emails.filter((email) => bound.includes(email.toLowerCase()))
}

/** Closes an own workspace that `findElsewhere` reported as empty. */
export const closeWorkspace = async (trx: Trx, workspaceId: number): Promise<void> => {
  await trx.deleteFrom('invitations').where('workspace_id', '=', workspaceId).execute()
  await trx.deleteFrom('workspace_members').where('workspace_id', '=', workspaceId).execute()
  await trx.updateTable('workspaces').set({ status: 'closed' }).where('id', '=', workspaceId).execute()
  await unsubscribe(trx, workspaceId)
}
