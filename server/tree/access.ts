// The one place that says which items an actor sees and with which effective role: the highest of the roles assigned on
// the item or on any ancestor, then the workspace role. An exclusion stops, for its person, what comes from above it; a
// role that stands beside it is what they have from there downwards.
// Every query over items, files and what hangs on them selects from `visibleItems`; what is not in it does not exist. What is
// in the trash is seen by nobody.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../accounts/actor.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import type { EffectiveRole } from './policy.ts'

/** Ids from the root to the item of this path, as an array. */
export const chainOf = (path: RawBuilder<unknown>) => sql`string_to_array(${path}, '_')::integer[]`

// A role number that is lower is a higher role (3 owner, 4 editor, 5 viewer).
const chain = chainOf(sql.ref('items.path'))

/** A person by id or by a column of the statement. */
type UserRef = number | RawBuilder<unknown>

/** Whether this person's inheritance from `ancestor` is stopped further down the chain. */
const isStopped = (user: UserRef, ancestor: RawBuilder<unknown>, way = chain) => sql`exists (
  select from item_roles stop where stop.user_id = ${user} and stop.is_excluded and stop.item_id = any(${way})
    and array_position(${way}, stop.item_id) > array_position(${way}, ${ancestor}))`

/** The highest role given to a person on `way` (ids from the root), exclusions considered; null for none. */
export const assigned = (user: UserRef, way = chain) => sql<EffectiveRole | null>`(
  select min(own.role_id) from item_roles own
  where own.user_id = ${user} and own.role_id is not null and own.item_id = any(${way})
    and not ${isStopped(user, sql`own.item_id`, way)})`

/** A member is editor of what they made and of what stands in it; whoever made the workspace gains nothing by its root. */
export const created = (user: UserRef, way = chain) => sql`case when exists (
  select from items made where made.id = any(${way}) and made.creator_id = ${user} and made.depth > 0
    and not ${isStopped(user, sql`made.id`, way)}) then ${sql.lit(ROLE.editor)} end`

const effectiveRole = (actor: Actor): RawBuilder<EffectiveRole | null> => {
  switch (actor.workspaceRole) {
    case ROLE.owner:
    case ROLE.manager:
      return sql`${sql.lit(actor.workspaceRole)}::integer`
    case ROLE.member:
      return sql`least(${assigned(actor.id)}, ${created(actor.id)}, ${sql.lit(ROLE.viewer)})`
    case ROLE.guest:
      return sql`${assigned(actor.id)}`
    case null:
      return sql`null::integer`
  }
}

/** The folder of a single file that a guest was invited to is seen by its name. */
const leadsToFile = (userId: number) => sql<boolean>`(items.is_project and exists (
  select from item_roles own join items child on child.id = own.item_id
  where own.user_id = ${userId} and own.role_id is not null and not child.is_project and child.parent_id = items.id))`

/**
 * What stands in a folder whose effective role is known already: only what is told on the child itself can change it. So
 * a folder of ten thousand rows costs a guest no more than anybody else.
 */
const roleInside = (actor: Actor, inherited: EffectiveRole | null): RawBuilder<EffectiveRole | null> => {
  if (actor.workspaceRole === ROLE.owner || actor.workspaceRole === ROLE.manager) return effectiveRole(actor)
  const own = sql`(
    select case when own.is_excluded then own.role_id else least(own.role_id, ${inherited}::integer) end
    from (select) child left join item_roles own on own.item_id = items.id and own.user_id = ${actor.id})`
  if (actor.workspaceRole === ROLE.guest) return sql`${own}`
  const made = sql`case when items.creator_id = ${actor.id} then ${sql.lit(ROLE.editor)} end`
  return sql`least(${own}, ${made}, ${sql.lit(ROLE.viewer)})`
}

/**
 * Items of the actor's workspace that the actor sees, each with its effective `role`; null only for a folder that a guest
 * sees because of a file in it. Use as a subquery: `db.selectFrom(visibleItems(db, actor).as('item'))`. With `inside`, a
 * folder that came from here itself, only what stands in it.
 */
export const visibleItems = (db: Db | Trx, actor: Actor, inside?: { id: number; role: EffectiveRole | null }) => {
  const role = inside ? roleInside(actor, inside.role) : effectiveRole(actor)
  return db
    .selectFrom('items')
    .select([
      'id',
      'parent_id',
      'path',
      'depth',
      'is_project',
      'creator_id',
      'created_at',
      'updated_at',
      role.as('role'),
    ])
    .where('items.workspace_id', '=', actor.workspaceId ?? -1)
    .where('items.trash_id', 'is', null)
    .$if(inside !== undefined, (query) => query.where('items.parent_id', '=', inside?.id ?? -1))
    .$if(actor.workspaceRole === ROLE.guest, (query) =>
      query.where((eb) => eb.or([eb(role, 'is not', null), leadsToFile(actor.id)])),
    )
}

export type VisibleItems = ReturnType<typeof visibleItems>

/** The condition that `path` lies below the item of `above`; both are columns or values of type text collate "C". */
export const isBelow = (path: RawBuilder<unknown>, above: RawBuilder<unknown>) =>
  // '`' is the character after '_': the subtree is one range of the index.
  sql<boolean>`(${path} > ${above} || '_' and ${path} < ${above} || '${sql.raw('`')}')`
