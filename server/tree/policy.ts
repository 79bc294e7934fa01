// Access rules for items: pure functions of the actor's workspace role and the effective role from the access join. An
// item that the actor may not see never gets here; it is answered like one that does not exist. What higher domains allow
// on their own data stands in their policies.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { ItemAbilities } from '@kaiwa/contract/items.ts'
import type { Actor } from '../accounts/actor.ts'
import { all, type Decision, when, YES } from './decision.ts'

/** The effective role of an actor on an item. */
export type EffectiveRole = typeof ROLE.owner | typeof ROLE.manager | typeof ROLE.editor | typeof ROLE.viewer

/**
 * An item as the rules see it. `role` is null for a folder that a guest sees only because they were invited to a file
 * in it.
 */
export type Subject = { is_project: boolean; depth: number; role: EffectiveRole | null }

type Caller = Pick<Actor, 'workspaceRole'>

const isRoot = (item: Subject): boolean => item.depth === 0
const notRoot = (item: Subject): Decision => when(!isRoot(item), 'root')

const editing: readonly (EffectiveRole | null)[] = [ROLE.owner, ROLE.manager, ROLE.editor]

/** Owner, manager and editor of an item. */
export const isEditingRole = (role: EffectiveRole | null): boolean => editing.includes(role)

/** Returns whether the actor has an editing role on the item. */
export const mayEdit = (item: Subject): boolean => isEditingRole(item.role)

export const editor = (item: Subject): Decision => when(mayEdit(item), 'role')

/** Every role on the item itself; not a guest who only passes through the folder. */
export const reader = (item: Subject): Decision => when(item.role !== null, 'role')

/** An editor of a folder, the root included. */
export const folderEditor = (folder: Subject): Decision => all(when(folder.is_project, 'state'), editor(folder))

/** Owner, manager and member; not guests. */
const managing: readonly (number | null)[] = [ROLE.owner, ROLE.manager, ROLE.member]
const notGuest = (actor: Caller): Decision => when(managing.includes(actor.workspaceRole), 'role')

/** Allowed for the owner and managers, a member at the root, and a member with an editing role on the folder. */
export const createFolder = (actor: Caller, folder: Subject): Decision =>
  all(when(folder.is_project, 'state'), notGuest(actor), isRoot(folder) ? YES : editor(folder))

/** Inviting people to a folder requires the right to create folders in it. */
export const inviteMember = (actor: Caller, folder: Subject): Decision => createFolder(actor, folder)

export const viewMembers = (item: Subject): Decision => reader(item)

/** Folders are managed by editors who are not guests, files by all editors, guests included. */
const keep = (actor: Caller, item: Subject): Decision =>
  all(notRoot(item), editor(item), item.is_project ? notGuest(actor) : YES)

export const rename = keep
export const remove = keep

/** Whether the item may leave its folder; `receive` checks the destination. */
export const move = (actor: Caller, item: Subject): Decision => all(notRoot(item), notGuest(actor), editor(item))

export const upload = (folder: Subject): Decision => all(notRoot(folder), folderEditor(folder))

export const receive = (actor: Caller, destination: Subject, moved: Subject): Decision =>
  moved.is_project ? createFolder(actor, destination) : upload(destination)

/** Whether the actor may put any item into the destination: folders or files. */
export const moveIntoAny = (actor: Caller, destination: Subject): Decision => {
  const folders = createFolder(actor, destination)
  return folders.allowed ? folders : upload(destination)
}

/** Whether the depth allows a new folder inside this one. */
export const hasRoomBelow = (folder: Subject): boolean => folder.depth < LIMITS.folderDepth

export const itemAbilities = (actor: Caller, item: Subject): ItemAbilities => ({
  rename: rename(actor, item).allowed,
  move: move(actor, item).allowed,
  delete: remove(actor, item).allowed,
  create_folder: createFolder(actor, item).allowed && hasRoomBelow(item),
  upload: upload(item).allowed,
  view_members: viewMembers(item).allowed,
  invite: inviteMember(actor, item).allowed,
})
