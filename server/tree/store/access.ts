// Selects the items that an actor sees, with their effective roles (effective-role.ts). Every query over items, files and
// their dependent rows selects from `visibleItems`; an item that is missing there does not exist for the actor. Items in
// the trash are visible to no user.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { EffectiveRole } from '../policy.ts'
import { assignedRole, guestRoleBelow, memberRole, memberRoleBelow } from './effective-role.ts'

function roleOfActor(actor: Actor): RawBuilder<EffectiveRole | null> {
  switch (actor.workspaceRole) {
    case ROLE.owner:
    case ROLE.manager:
      return sql`${sql.lit(actor.workspaceRole)}::integer`
    case ROLE.member:
      return memberRole(actor.id)
    case ROLE.guest:
      return assignedRole(actor.id)
    case null:
      return sql`null::integer`
  }
}

/** A guest who was invited to a single file sees the name of its folder. */
function leadsToFile(userId: number) {
  return sql<boolean>`(items.is_project and exists (
  select from item_roles own join items child on child.id = own.item_id
  where own.user_id = ${userId} and own.role_id is not null and not child.is_project and child.parent_id = items.id))`
}

/**
 * The effective role of an item in a folder whose effective role is already known. Only rows of the item itself are
 * read, so a folder of ten thousand rows costs a guest no more than other users.
 */
function roleInside(actor: Actor, inherited: EffectiveRole | null): RawBuilder<EffectiveRole | null> {
  if (actor.workspaceRole === ROLE.owner || actor.workspaceRole === ROLE.manager) return roleOfActor(actor)
  const above = sql`${inherited}::integer`
  const role = actor.workspaceRole === ROLE.guest ? guestRoleBelow(above) : memberRoleBelow(above, actor.id, 'items')
  return sql`(
    select ${role}
    from (select) child left join item_roles own on own.item_id = items.id and own.user_id = ${actor.id})`
}

/**
 * Selects the items of the actor's workspace that the actor sees, each with its effective `role`. The role is null
 * only for a folder that a guest sees because of a file in it. Use it as a subquery:
 * `db.selectFrom(visibleItems(db, actor).as('item'))`. With `inside`, a folder row that this query returned, it selects
 * only the direct children of that folder.
 */
export function visibleItems(db: Db | Trx, actor: Actor, inside?: { id: number; role: EffectiveRole | null }) {
  const role = inside ? roleInside(actor, inside.role) : roleOfActor(actor)
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

/** The condition that `path` is below the item of `above`. Both are columns or values of type text collate "C". */
export function isBelow(path: RawBuilder<unknown>, above: RawBuilder<unknown>) {
  // '`' is the character after '_', so the subtree is one range of the index.
  return sql<boolean>`(${path} > ${above} || '_' and ${path} < ${above} || '${sql.raw('`')}')`
}
