import { ROLE } from '@kaiwa/contract/roles.ts'
import type { Invitation } from '../store/invitations.ts'
import type { ItemMember } from '../store/item-members.ts'

/**
 * Whether the access of an accepted invitation still exists, for the person who accepted it; undefined if they left
 * the workspace. A guest needs a role on the item itself.
 */
export function keepsAccess(invitation: Pick<Invitation, 'item_id'>, here: ItemMember | undefined): boolean {
  return (
    here !== undefined && (invitation.item_id === null || here.workspace_role !== ROLE.guest || here.direct !== null)
  )
}
