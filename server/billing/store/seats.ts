// The rule that gives a member of a workspace a seat, once as a pure function and once as SQL; a test compares both on
// random trees. The owner takes no seat. Managers, members and guests with an editor role take an editor seat; a guest
// without any role takes none.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'

export type Seat = 'editor' | 'viewer'

/** The seat of a person with this role in the workspace and this highest role on any item. */
export function seatOf(workspaceRole: number | null, highestItemRole: number | null): Seat | null {
  if (workspaceRole === null || workspaceRole === ROLE.owner) return null
  if (workspaceRole !== ROLE.guest) return 'editor'
  if (highestItemRole === null) return null
  return highestItemRole <= ROLE.editor ? 'editor' : 'viewer'
}

/** The seat of the member `m`, a row of `workspace_members`. */
const seatOfMember: RawBuilder<Seat | null> = sql`case
  when m.role_id = ${ROLE.owner} then null
  when m.role_id <> ${ROLE.guest} then 'editor'
  else (select case when min(r.role_id) <= ${ROLE.editor} then 'editor' when min(r.role_id) is not null then 'viewer' end
    from item_roles r where r.user_id = m.user_id) end`

/** Statement that counts the seats of the workspace whose id is in a column, as `editors` and `viewers`. */
export function selectSeatCounts(workspaceId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
  select count(*) filter (where seat = 'editor')::integer as editors,
    count(*) filter (where seat = 'viewer')::integer as viewers
  from (select ${seatOfMember} as seat from workspace_members m where m.workspace_id = ${workspaceId}) member`
}
