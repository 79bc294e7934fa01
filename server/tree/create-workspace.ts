import type { Locale } from '@kaiwa/contract/fields.ts'
import type { PlanName } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { subscribe } from '../billing/subscribe.ts'
import type { Trx } from '../platform/database/database.ts'

const rootName: Record<Locale, string> = { ja: 'ワークスペース', en: 'Workspace' }

export type NewWorkspace = { id: number; rootItemId: number; rootProjectId: number }

/** Creates a workspace with its owner, its root folder and its plan. Runs in the caller's transaction. */
export const createWorkspace = async (
  trx: Trx,
  { ownerId, plan, locale }: { ownerId: number; plan: PlanName; locale: Locale },
): Promise<NewWorkspace> => {
  const { id } = await trx
    .insertInto('workspaces')
    .values({ owner_id: ownerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('workspace_members')
    .values({ user_id: ownerId, workspace_id: id, role_id: ROLE.owner })
    .execute()
  const { rows } = await sql<{ item_id: number; project_id: number }>`
    with next as (select nextval(pg_get_serial_sequence('items', 'id'))::integer as id),
    root as (
      insert into items (id, workspace_id, path, depth, is_project, creator_id) overriding system value
      select next.id, ${id}::integer, next.id::text, 0, true, ${ownerId}::integer from next returning id
    )
    insert into projects (item_id, workspace_id, name, last_updated_by)
    select root.id, ${id}::integer, ${rootName[locale]}, ${ownerId}::integer from root
    returning item_id, id as project_id
  `.execute(trx)
  const root = rows[0] as { item_id: number; project_id: number }
  await subscribe(trx, id, plan)
  return { id, rootItemId: root.item_id, rootProjectId: root.project_id }
}
