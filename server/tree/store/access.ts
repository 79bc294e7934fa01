// Selects the items that an actor sees, with their effective roles. Every query over items, files and their dependent rows
// selects from `visibleItems`; an item that is missing there does not exist for the actor. Items in the trash are visible
// to no user.
//
// The effective role is the highest of the roles assigned on the item or on an ancestor and of the workspace role. An
// exclusion stops inheritance from above for its user; a role in the same row as the exclusion applies from that item
// downwards. A lower role number is a higher role (3 owner, 4 editor, 5 viewer). The rule is here once as a pure
// function and once as SQL; a test compares both on random trees.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, WorkspaceRole } from '../../accounts/actor.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { EffectiveRole } from '../policy.ts'

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

export type ItemRole = typeof ROLE.owner | typeof ROLE.editor | typeof ROLE.viewer

/** Sources of a role of a user on an item. */
export interface RoleSources {
  workspace_role: WorkspaceRole
  /** Created the item or received its ownership. */
  is_creator: boolean
  /** Assigned on the item itself. */
  direct: ItemRole | null
  /** Inherited from an ancestor: assigned there, or from having created a folder there. */
  inherited: ItemRole | null
}

function highest<T extends number>(roles: readonly (T | null)[]): T | null {
  const given = roles.filter((role) => role !== null)
  return given.length === 0 ? null : (Math.min(...given) as T)
}

/** Returns the effective role on the item; null for a guest who does not see it. */
export function effectiveRole({ workspace_role, is_creator, direct, inherited }: RoleSources): EffectiveRole | null {
  if (workspace_role === ROLE.owner || workspace_role === ROLE.manager) return workspace_role
  const own = workspace_role === ROLE.member ? (is_creator ? ROLE.editor : ROLE.viewer) : null
  return highest([direct, inherited, own])
}

/** An item on the path from the root to another item, with what concerns one user. */
export interface Step {
  role: ItemRole | null
  isExcluded: boolean
  isCreator: boolean
}

/**
 * Returns the sources of the role on the last item of a path that begins with the root. A member is editor of items they
 * created and of everything below them. The creator of the workspace gains no role from its root.
 */
export function roleSourcesOn(workspaceRole: WorkspaceRole, steps: readonly Step[]): RoleSources {
  const last = steps.at(-1) as Step
  const lastExclusion = steps.findLastIndex(({ isExcluded }) => isExcluded)
  const above = steps.map(({ role, isCreator }, depth) => {
    if (depth === steps.length - 1 || depth < lastExclusion) return null
    return highest([role, isCreator && depth > 0 && workspaceRole === ROLE.member ? ROLE.editor : null])
  })
  return {
    workspace_role: workspaceRole,
    is_creator: last.isCreator && steps.length > 1,
    direct: last.role,
    inherited: highest(above),
  }
}

/** Returns the ids from the root to the item of this path, as an array. */
export function pathIds(path: RawBuilder<unknown>) {
  return sql`string_to_array(${path}, '_')::integer[]`
}

const itemPathIds = pathIds(sql.ref('items.path'))

/** A user, by id or by a column of the statement. */
export type UserRef = number | RawBuilder<unknown>

/** Whether an exclusion below `ancestor` in the path `ids` stops this user's inheritance from it. */
export function isInheritanceStopped(user: UserRef, ancestor: RawBuilder<unknown>, ids = itemPathIds) {
  return sql`exists (
  select from item_roles stop where stop.user_id = ${user} and stop.is_excluded and stop.item_id = any(${ids})
    and array_position(${ids}, stop.item_id) > array_position(${ids}, ${ancestor}))`
}

/**
 * The highest role assigned to a user on the path `ids` (from the root), with exclusions applied; null for none. With
 * `from`, only roles assigned on these items count.
 */
export function assignedRole(user: UserRef, ids = itemPathIds, from = ids) {
  return sql<EffectiveRole | null>`(
  select min(own.role_id) from item_roles own
  where own.user_id = ${user} and own.role_id is not null and own.item_id = any(${from})
    and not ${isInheritanceStopped(user, sql`own.item_id`, ids)})`
}

/** The role of a member who created an item of the path `ids`; with `from`, only these items count. */
export function creatorRole(user: UserRef, ids = itemPathIds, from = ids) {
  return sql`case when exists (
  select from items made where made.id = any(${from}) and made.creator_id = ${user} and made.depth > 0
    and not ${isInheritanceStopped(user, sql`made.id`, ids)}) then ${sql.lit(ROLE.editor)} end`
}

/**
 * The effective role of a member. That of a guest is `assignedRole`; those of owner and managers are their workspace
 * roles.
 */
export function memberRole(user: UserRef, ids = itemPathIds) {
  return sql<EffectiveRole | null>`least(${assignedRole(user, ids)}, ${creatorRole(user, ids)}, ${sql.lit(ROLE.viewer)})`
}

/**
 * The effective role of a guest on an item whose folder gives them the role `inherited`. Reads the user's row `own` of
 * `item_roles` for that item, which may be missing.
 */
export function guestRoleBelow(inherited: RawBuilder<unknown>) {
  return sql<EffectiveRole | null>`case when own.is_excluded then own.role_id else least(own.role_id, ${inherited}) end`
}

/** The same for a member. `item` is the name of the item's row. */
export function memberRoleBelow(inherited: RawBuilder<unknown>, user: UserRef, item: string) {
  return sql<EffectiveRole | null>`least(${guestRoleBelow(inherited)},
    case when ${sql.ref(`${item}.creator_id`)} = ${user} then ${sql.lit(ROLE.editor)} end, ${sql.lit(ROLE.viewer)})`
}
