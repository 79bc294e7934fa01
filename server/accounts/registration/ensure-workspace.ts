import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { newMember } from '../extension-points.ts'
import { lockUser } from '../lock-user.ts'
import { hasWorkspace } from '../store/people.ts'

/**
 * Gives a verified user without a workspace one of the signup plan. A user who registered with an invitation joins the
 * workspace of the invitation instead. Operators get none: their account is for the console.
 */
export async function ensureWorkspace(app: App, trx: Trx, user: { id: number }): Promise<void> {
  // The lock serialises concurrent sign-ins, so that only one workspace is created.
  const { is_operator: isOperator } = await lockUser(trx, user.id)
  if ((await hasWorkspace(trx, user.id)) || (await newMember.get().joinClaimed(trx, user.id))) return
  const plan = app.config.signupPlan
  if (plan === 'none' || isOperator) return
  await newMember.get().createWorkspace(trx, { ownerId: user.id, plan })
}
