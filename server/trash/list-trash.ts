import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { listTrash as contract, TrashedItem } from '@kaiwa/contract/trash.ts'
import { sql } from 'kysely'
import { type PersonRow, personAt, presentPerson } from '../accounts/person.ts'
import type { Handler } from '../platform/http/route.ts'
import { assertAllowed } from '../tree/assert-allowed.ts'
import * as policy from '../tree/policy.ts'

const SIZE = LIMITS.filesPerPage

type Row = Omit<TrashedItem, 'place' | 'is_place_gone' | 'deleted_by' | 'deleted_at'> & {
  /** The current names of the folders; null if the innermost folder no longer exists. */
  place: string[] | null
  remembered: string[]
  deleted_by: PersonRow | null
  deleted_at: Date
}

/** Lists the items that can still be restored. The actor must manage the trash. */
export const listTrash: Handler<typeof contract> = async ({ query }, { app: { db }, actor }) => {
  assertAllowed(policy.keepTrash(actor))
  const there = sql`trash.workspace_id = ${actor.workspaceId} and trash.expires_at > now()`
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select trash.item_id, items.is_project, coalesce(files.is_audio, false) as is_audio,
        coalesce(projects.name, files.title) as name, trash.place as remembered, trash.deleted_at,
        ceil(extract(epoch from trash.expires_at - now()) / 86400)::integer as days_left,
        ${personAt('trash.deleted_by')} as deleted_by,
        (select array(
            select above.name from projects above join items way on way.id = above.item_id
            where way.id = any(string_to_array(parent.path, '_')::integer[]) order by way.depth)
          from items parent where parent.id = trash.parent_id and parent.trash_id is null) as place
      from trash join items on items.id = trash.item_id
      left join projects on projects.item_id = items.id left join files on files.item_id = items.id
      where ${there} order by trash.deleted_at desc, trash.item_id desc
      limit ${SIZE} offset ${(query.page - 1) * SIZE}`.execute(db),
    sql<{ total: number }>`select count(*)::integer as total from trash where ${there}`.execute(db),
  ])
  return {
    data: rows.map(({ remembered, ...row }) => ({
      ...row,
      place: row.place ?? remembered,
      is_place_gone: row.place === null,
      deleted_by: presentPerson(row.deleted_by),
      deleted_at: row.deleted_at.toISOString(),
    })),
    current_page: query.page,
    last_page: Math.max(1, Math.ceil((counted.rows[0]?.total ?? 0) / SIZE)),
  }
}
