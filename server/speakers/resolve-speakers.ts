import { sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import type { Trx } from '../platform/database/database.ts'
import { visibleItems } from '../tree/access.ts'

/**
 * Maps speaker ids to current ones: the id itself, or that of the speaker it was merged into. Ids that belong to no
 * visible folder are missing.
 */
export const resolveSpeakers = async (trx: Trx, actor: Actor, ids: Iterable<number>): Promise<Map<number, number>> => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ id: number; today: number }>`
    with recursive line as (
      select id, id as today, merged_into from speakers
      where id = any(${wanted}::integer[]) and workspace_id = ${actor.workspaceId ?? -1}
      union all
      select line.id, next.id, next.merged_into from line join speakers next on next.id = line.merged_into
    )
    select line.id, line.today from line
    where line.merged_into is null and exists (
      select from project_speakers member
      join projects on projects.id = member.project_id
      join ${visibleItems(trx, actor)} item on item.id = projects.item_id
      where member.speaker_id = line.today)
  `.execute(trx)
  return new Map(rows.map(({ id, today }) => [id, today]))
}
