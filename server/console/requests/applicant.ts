import { inviteAccount } from '../../accounts/operators/invite-account.ts'
import { lockUserData, type UserRow } from '../../accounts/store/users.ts'
import type { RequestRow } from '../../applications/store.ts'
import { createWorkspace } from '../../membership/create-workspace.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { findUserRows } from '../store/users.ts'

export interface Applicant {
  user: UserRow
  /** The account has no verified address: its user must choose a password first. */
  isNew: boolean
  workspaceId: number
}

/**
 * The account and the workspace of a contract: those of the person who was logged in when applying, otherwise those of the
 * contact's address. Creates both if they do not exist. Refuses with E_CONFLICT and the reason `disabled`, or `member` for a
 * member of another person's workspace. Locks the account.
 */
export async function openApplicant(trx: Trx, request: RequestRow): Promise<Applicant> {
  const signedIn = request.user_id === null ? undefined : await lockUserData(trx, request.user_id)
  const { user, isNew } = signedIn
    ? { user: signedIn, isNew: signedIn.email_verified_at === null }
    : await inviteAccount(trx, {
        email: request.contact_email,
        first_name: request.contact_first_name,
        last_name: request.contact_last_name,
        locale: request.locale,
      })
  if (user.is_disabled) throw new Refusal('E_CONFLICT', { reason: 'disabled' })
  const [row] = await findUserRows(trx, [user.id])
  if (row?.workspace?.status === 'active') {
    if (row.role_id !== ROLE.owner) throw new Refusal('E_CONFLICT', { reason: 'member' })
    return { user, isNew, workspaceId: row.workspace.id }
  }
  const workspace = await createWorkspace(trx, { ownerId: user.id, plan: null })
  return { user, isNew, workspaceId: workspace.id }
}
