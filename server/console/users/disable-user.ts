import type { disableUser as disableContract, enableUser as enableContract } from '@kaiwa/contract/admin-users.ts'
import { switchAccount } from '../../accounts/operators/end-access.ts'
import { lockUserData } from '../../accounts/store/users.ts'
import type { Context, Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertStillOperator, recordAction } from '../audit/record-action.ts'
import { isProtected } from './policy.ts'

/** Repeated calls change nothing. */
async function switchUser({ app, actor }: Context<'operator'>, userId: number, isDisabled: boolean): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    const user = await lockUserData(trx, userId)
    if (!user) throw new Refusal('E_NOT_FOUND')
    await assertStillOperator(app, trx, actor)
    if (isProtected(actor.id, { id: user.id, isOperator: user.is_operator, isDisabled: user.is_disabled }))
      throw new Refusal('E_FORBIDDEN', { reason: user.id === actor.id ? 'own-account' : 'operator-account' })
    if (user.is_disabled === isDisabled) return
    await switchAccount(trx, user.id, isDisabled)
    await recordAction(trx, actor, {
      action: isDisabled ? 'user.disable' : 'user.enable',
      subject: 'user',
      subjectId: user.id,
      subjectName: user.email,
      before: { is_disabled: user.is_disabled },
      after: { is_disabled: isDisabled },
    })
  })
}

export const disableUser: Handler<typeof disableContract> = async ({ params }, context) => {
  await switchUser(context, params.userId, true)
  return { success: true }
}

export const enableUser: Handler<typeof enableContract> = async ({ params }, context) => {
  await switchUser(context, params.userId, false)
  return { success: true }
}
