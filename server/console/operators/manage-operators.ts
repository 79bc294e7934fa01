// The actions of `npm run operator`, which no page offers: add and remove operators, and give an account back to its owner.
import { inviteAccount } from '../../accounts/operators/invite-account.ts'
import { resetLogin } from '../../accounts/operators/reset-login.ts'
import { newPasswordLink } from '../../accounts/passwords/send-password-link.ts'
import { hasTwoFactor } from '../../accounts/store/two-factor.ts'
import { findOperators, findUserByEmail, lockUserData, setOperator } from '../../accounts/store/users.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { publish } from '../../platform/store/outbox.ts'
import { insertAction } from '../store/audit.ts'

function originOf({ config }: App): string {
  return config.url ?? `http://localhost:${config.port}`
}

/** Days for which the link to the first password of an operator is valid. */
const PASSWORD_LINK_DAYS = 7

async function switchOperator(trx: Trx, user: { id: number; email: string }, isOperator: boolean): Promise<void> {
  await setOperator(trx, user.id, isOperator)
  await publish(trx, { type: 'access.changed', data: { user_ids: [user.id] } })
  await insertAction(trx, null, {
    action: isOperator ? 'operator.add' : 'operator.remove',
    subject: 'user',
    subjectId: user.id,
    subjectName: user.email,
    before: { is_operator: !isOperator },
    after: { is_operator: isOperator },
  })
}

export interface Added {
  email: string
  isChanged: boolean
  /** The address at which a new operator chooses a password; null for an existing account. */
  passwordUrl: string | null
}

/**
 * Makes the user with this address an operator. Without one, creates an account and returns a link to its first password.
 * Null: the account is disabled, so its user could not sign in. Nothing changes.
 */
export async function addOperator(app: App, address: string): Promise<Added | null> {
  return app.db.transaction().execute(async (trx) => {
    const [name = address] = address.split('@')
    const { user, isNew } = await inviteAccount(trx, { email: address, first_name: '', last_name: name, locale: 'ja' })
    if (user.is_disabled) return null
    if (!user.is_operator) await switchOperator(trx, user, true)
    const passwordUrl = isNew
      ? await newPasswordLink(trx, user, originOf(app), { isSet: true, minutes: PASSWORD_LINK_DAYS * 24 * 60 })
      : null
    return { email: user.email, isChanged: !user.is_operator, passwordUrl }
  })
}

/** Returns false if no operator has this address. */
export async function removeOperator(app: App, address: string): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const found = await findUserByEmail(trx, address)
    const user = found && (await lockUserData(trx, found.id))
    if (!user?.is_operator) return false
    await switchOperator(trx, user, false)
    return true
  })
}

export async function listOperators({ db }: App) {
  const operators = await findOperators(db)
  return Promise.all(
    operators.map(async ({ id, email, is_disabled }) => ({
      email,
      isDisabled: is_disabled,
      hasTwoFactor: await hasTwoFactor(db, id),
    })),
  )
}

/** Resets the login of the account with this address (decision 201), and logs it. Null: no account has the address. */
export async function resetLoginOf(app: App, address: string): Promise<{ email: string; isMailed: boolean } | null> {
  return app.db.transaction().execute(async (trx) => {
    const found = await findUserByEmail(trx, address)
    const user = found && (await lockUserData(trx, found.id))
    if (!user) return null
    const before = { two_factor: await hasTwoFactor(trx, user.id) }
    await resetLogin(app, trx, user, originOf(app))
    await insertAction(trx, null, {
      action: 'user.reset-login',
      subject: 'user',
      subjectId: user.id,
      subjectName: user.email,
      before,
      after: { two_factor: false, password: 'changed' },
    })
    return { email: user.email, isMailed: !user.is_disabled }
  })
}
