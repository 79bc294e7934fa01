import type { updateUser as contract } from '@kaiwa/contract/admin-users.ts'
import { changeAccount } from '../../accounts/operators/change-account.ts'
import { assertUncommonPassword } from '../../accounts/passwords/assert-uncommon-password.ts'
import { hashPassword } from '../../accounts/passwords/passwords.ts'
import { lockUserData, type UserRow } from '../../accounts/store/users.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import type { Handler } from '../../platform/http/route.ts'
import { Refusal } from '../../platform/refusal.ts'
import { assertStillOperator, changedValues, recordAction } from '../audit/record-action.ts'
import { findUserRows } from '../store/users.ts'
import { mayChangeCredentials } from './policy.ts'
import { presentUser } from './present-user.ts'

type Names = Pick<UserRow, 'first_name' | 'last_name' | 'email'>

function valuesOf({ first_name, last_name, email }: Names): Names {
  return { first_name, last_name, email }
}

/** Changes names, address and password of a user. The log says that the password changed, not to what. */
export const updateUser: Handler<typeof contract> = async ({ params, body }, context) => {
  const { app, actor } = context
  const { first_name, last_name, email } = body
  const password = body.password ?? ''
  if (password !== '') await assertUncommonPassword(password, [email, first_name, last_name])
  const passwordHash = password === '' ? null : await hashPassword(app.config, password)
  return app.db.transaction().execute(async (trx) => {
    const user = await lockUserData(trx, params.userId)
    if (!user) throw new Refusal('E_NOT_FOUND')
    await assertStillOperator(app, trx, actor)
    const subject = { id: user.id, isOperator: user.is_operator, isDisabled: user.is_disabled }
    if ((email !== user.email || passwordHash !== null) && !mayChangeCredentials(actor.id, subject))
      throw new Refusal('E_FORBIDDEN', { reason: user.id === actor.id ? 'own-account' : 'operator-account' })
    if (body.seen && Object.keys(changedValues({ ...valuesOf(user) }, body.seen).after).length > 0)
      throw new Refusal('E_CONFLICT', { reason: 'status' })
    const origin = publicAddress(context)
    const after = await changeAccount(app, trx, user, { first_name, last_name, email, passwordHash, origin })
    const changed = changedValues({ ...valuesOf(user) }, { ...valuesOf(after) })
    if (passwordHash !== null) changed.after['password'] = 'changed'
    if (Object.keys(changed.after).length > 0)
      await recordAction(trx, actor, {
        action: 'user.update',
        subject: 'user',
        subjectId: user.id,
        subjectName: user.email,
        ...changed,
      })
    const [row] = await findUserRows(trx, [user.id])
    if (!row) throw new Refusal('E_NOT_FOUND')
    return presentUser(row, actor)
  })
}
