import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { newMember } from '../extension-points.ts'
import { lockUser } from '../lock-user.ts'
import { readSettings } from '../profile/settings.ts'
import { hasWorkspace } from '../store.ts'

/**
 * The workspace of the signup plan, for whoever has proved their address and belongs to none. Whoever registered by an
 * invitation joins that workspace instead.
 */
export const giveWorkspace = async (app: App, trx: Trx, user: { id: number; settings: unknown }): Promise<void> => {
  // Two sign-ins at once make one workspace, not two.
  await lockUser(trx, user.id)
  if ((await hasWorkspace(trx, user.id)) || (await newMember.get().joinClaimed(trx, user.id))) return
  const plan = app.config.signupPlan
  if (plan === 'none') return
  await newMember.get().createWorkspace(trx, { ownerId: user.id, plan, locale: readSettings(user.settings).locale })
}
