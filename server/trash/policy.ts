// Access rules for items in the trash.
import type { Actor } from '../accounts/actor.ts'
import { accountAbilities } from '../accounts/policy.ts'
import { type Decision, when, YES } from '../tree/policy.ts'

type Caller = Pick<Actor, 'id' | 'workspaceRole'>
interface Trashed {
  deleted_by: number | null
  is_recent: boolean
}

/** The right to see everything in the trash, restore it and delete it permanently. */
export function manageTrash(actor: Pick<Actor, 'workspaceRole'>): Decision {
  return when(accountAbilities(actor).keep_trash, 'role')
}

/**
 * Whether the actor may know that an item is in the trash: actors who manage the trash, and the user who deleted the
 * item.
 */
export function maySeeTrashed(actor: Caller, { deleted_by: by }: Trashed): boolean {
  return by === actor.id || manageTrash(actor).allowed
}

/** Restore from the trash. The user who deleted an item may restore it while the deletion is recent. */
export function restore(actor: Caller, trashed: Trashed): Decision {
  return trashed.deleted_by === actor.id && trashed.is_recent ? YES : manageTrash(actor)
}
