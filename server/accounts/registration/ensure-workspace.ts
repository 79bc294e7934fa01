import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { newMember } from '../extension-points.ts'
import { lockUser } from '../lock-user.ts'
import { hasWorkspace } from '../store/people.ts'

/**
 * Gives a verified user without a workspace one of the signup plan, or one without a plan, whose owner may buy one. A user
 * who registered with an invitation joins the workspace of the invitation instead. Operators get none: their account is
 * for the console.
 */
export async function ensureWorkspace(app: App, trx: Trx, user: { id: number }): Promise<void> {
  // The lock serialises concurrent sign-ins, so that only one workspace is created.
  const { is_operator: isOperator } = await lockUser(trx, user.id)
  if ((await hasWorkspace(trx, user.id)) || (await newMember.get().joinClaimed(trx, user.id))) return
  if (isOperator) return
  const { signupPlan } = app.config
  await newMember.get().createWorkspace(trx, { ownerId: user.id, plan: signupPlan === 'none' ? null : signupPlan })
}
