// Access rules for items in the trash.
import type { Actor } from '../accounts/actor.ts'
import { accountAbilities } from '../accounts/policy.ts'
import { type Decision, when, YES } from '../tree/decision.ts'

type Caller = Pick<Actor, 'id' | 'workspaceRole'>
type Trashed = { deleted_by: number | null; is_recent: boolean }

/** The right to see everything in the trash, restore it and delete it permanently. */
export const manageTrash = (actor: Pick<Actor, 'workspaceRole'>): Decision =>
  when(accountAbilities(actor).keep_trash, 'role')

/**
 * Whether the actor may know that an item is in the trash: actors who manage the trash, and the user who deleted the
 * item.
 */
export const maySeeTrashed = (actor: Caller, { deleted_by: by }: Trashed): boolean =>
  by === actor.id || manageTrash(actor).allowed

/** Restore from the trash. The user who deleted an item may restore it while the deletion is recent. */
export const restore = (actor: Caller, trashed: Trashed): Decision =>
  trashed.deleted_by === actor.id && trashed.is_recent ? YES : manageTrash(actor)
