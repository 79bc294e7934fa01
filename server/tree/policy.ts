// Access rules for items and their result, a decision: allowed, or refused with a reason. The rules are pure functions of
// the actor's workspace role and the effective role from the access join. They are not called for an item that the actor
// does not see: it is answered like one that does not exist. Rules of higher domains for their own data are in their own
// policies.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { ItemAbilities } from '@kaiwa/contract/items.ts'
import type { Actor } from '../accounts/actor.ts'
import { Refusal } from '../platform/refusal.ts'

/**
 * Why something is refused: the item is the root, the role is too low, its state does not allow it now, it contains
 * edits made by people, or the action would target the actor.
 */
export type Reason = 'root' | 'role' | 'state' | 'edited' | 'self'
export type Decision = { allowed: true } | { allowed: false; reason: Reason }

export const YES: Decision = { allowed: true }

export function when(condition: boolean, reason: Reason): Decision {
  return condition ? YES : { allowed: false, reason }
}

/** Returns the first refusal, or YES. */
export function all(...decisions: readonly Decision[]): Decision {
  return decisions.find(({ allowed }) => !allowed) ?? YES
}

/** Throws a Refusal with the reason if the decision is not allowed. */
export function assertAllowed(decision: Decision): void {
  if (decision.allowed) return
  if (decision.reason === 'state' || decision.reason === 'edited')
    throw new Refusal('E_CONFLICT', { reason: decision.reason })
  throw new Refusal('E_FORBIDDEN', { reason: decision.reason })
}

/** The effective role of an actor on an item. */
export type EffectiveRole = typeof ROLE.owner | typeof ROLE.manager | typeof ROLE.editor | typeof ROLE.viewer

/**
 * An item as the rules see it. `role` is null for a folder that a guest sees only because they were invited to a file
 * in it.
 */
export interface Subject {
  is_project: boolean
  depth: number
  role: EffectiveRole | null
}

type Caller = Pick<Actor, 'workspaceRole'>

function isRoot(item: Subject): boolean {
  return item.depth === 0
}

function notRoot(item: Subject): Decision {
  return when(!isRoot(item), 'root')
}

/** Roles on an item that allow to edit it. */
export const EDITING_ROLES: readonly EffectiveRole[] = [ROLE.owner, ROLE.manager, ROLE.editor]
const editing: readonly (EffectiveRole | null)[] = EDITING_ROLES

/** Owner, manager and editor of an item. */
export function isEditingRole(role: EffectiveRole | null): boolean {
  return editing.includes(role)
}

/** Returns whether the actor has an editing role on the item. */
export function mayEdit(item: Subject): boolean {
  return isEditingRole(item.role)
}

export function editor(item: Subject): Decision {
  return when(mayEdit(item), 'role')
}

/** Every role on the item itself; not a guest who only passes through the folder. */
export function reader(item: Subject): Decision {
  return when(item.role !== null, 'role')
}

/** An editor of a folder, the root included. */
export function folderEditor(folder: Subject): Decision {
  return all(when(folder.is_project, 'state'), editor(folder))
}

/** Owner, manager and member; not guests. */
const managing: readonly (number | null)[] = [ROLE.owner, ROLE.manager, ROLE.member]

function notGuest(actor: Caller): Decision {
  return when(managing.includes(actor.workspaceRole), 'role')
}

/** Allowed for the owner and managers, a member at the root, and a member with an editing role on the folder. */
export function createFolder(actor: Caller, folder: Subject): Decision {
  return all(when(folder.is_project, 'state'), notGuest(actor), isRoot(folder) ? YES : editor(folder))
}

/** Recording from the header (PERM-13): owner, admin and member, in a folder into which they may upload. */
export function record(actor: Caller, folder: Subject): Decision {
  return all(upload(folder), notGuest(actor))
}

/** Inviting people to a folder requires the right to create folders in it. */
export function inviteMember(actor: Caller, folder: Subject): Decision {
  return createFolder(actor, folder)
}

export function viewMembers(item: Subject): Decision {
  return reader(item)
}

/** Folders are managed by editors who are not guests, files by all editors, guests included. */
function keep(actor: Caller, item: Subject): Decision {
  return all(notRoot(item), editor(item), item.is_project ? notGuest(actor) : YES)
}

export const rename = keep
export const remove = keep

/** Whether the item may leave its folder; `receive` checks the destination. */
export function move(actor: Caller, item: Subject): Decision {
  return all(notRoot(item), notGuest(actor), editor(item))
}

export function upload(folder: Subject): Decision {
  return all(notRoot(folder), folderEditor(folder))
}

export function receive(actor: Caller, destination: Subject, moved: Subject): Decision {
  return moved.is_project ? createFolder(actor, destination) : upload(destination)
}

/** Whether the actor may put any item into the destination: folders or files. */
export function moveIntoAny(actor: Caller, destination: Subject): Decision {
  const folders = createFolder(actor, destination)
  return folders.allowed ? folders : upload(destination)
}

/** Whether the depth allows a new folder inside this one. */
export function hasRoomBelow(folder: Subject): boolean {
  return folder.depth < LIMITS.folderDepth
}

export function itemAbilities(actor: Caller, item: Subject): ItemAbilities {
  return {
    rename: rename(actor, item).allowed,
    move: move(actor, item).allowed,
    delete: remove(actor, item).allowed,
    create_folder: createFolder(actor, item).allowed && hasRoomBelow(item),
    upload: upload(item).allowed,
    view_members: viewMembers(item).allowed,
    invite: inviteMember(actor, item).allowed,
  }
}
