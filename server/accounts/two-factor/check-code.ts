// A code is checked first, which may take time, and then consumed in the transaction that it authorises. Exactly one caller
// can consume a code.
import { parseCode } from '@kaiwa/contract/codes.ts'
import type { Context } from '../../platform/http/route.ts'
import type { Trx } from '../../platform/database/database.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { knownDevice } from '../sessions/devices.ts'
import { checkPassword } from '../passwords/passwords.ts'
import { reauthenticate } from '../passwords/reauthenticate.ts'
import { findUser, type UserRow } from '../store/users.ts'
import { countCodeGuess, resetCodeGuesses } from './code-guesses.ts'
import { sendTwoFactorNotice } from './send-notice.ts'
import { decryptSecret } from './secret-encryption.ts'
import { stepOf } from './time-codes.ts'
import {
  hasTwoFactor,
  findRecoveryCodes,
  findSecret,
  consumeRecoveryCode,
  consumeTimeStep,
} from '../store/two-factor.ts'

type RequestContext = Pick<Context, 'app' | 'request'>

/** A correct code: the time step of a TOTP code, or the id of a recovery code. */
export type CheckedCode = { step: number } | { recoveryCode: number }

function incorrectCode(): Refusal {
  return invalid({ code: ['incorrect'] })
}

async function checkTimeCode({ app }: RequestContext, user: UserRow, code: string): Promise<CheckedCode | null> {
  const row = await findSecret(app.db, user.id, 'confirmed')
  const secret = row && decryptSecret(app.config, user.id, row.sealed_secret)
  if (row && !secret)
    app.log.error({ user: user.id }, 'two-factor secret cannot be decrypted: KAIWA_SECRET has changed')
  const step = row && secret ? stepOf(secret, code, row.step) : null
  return step === null ? null : { step }
}

async function checkRecoveryCode(
  { app }: RequestContext,
  user: UserRow,
  code: string,
  isKnown: boolean,
): Promise<CheckedCode | null> {
  for (const { id, code_hash } of await findRecoveryCodes(app.db, user.id))
    if (await checkPassword(app.config, code, code_hash, { account: user.email, isKnown })) return { recoveryCode: id }
  return null
}

/** Counts the guess and checks the code. Refuses (422, `incorrect`) a wrong code and (429) too many guesses. */
export async function checkCode(context: RequestContext, user: UserRow, typed: string): Promise<CheckedCode> {
  const { app, request } = context
  const parsed = parseCode(typed)
  if (!parsed) throw invalid({ code: ['format'] })
  const guesser = { userId: user.id, address: request.ip, device: knownDevice(context, user.id) }
  await countCodeGuess(app.db, guesser, parsed.kind, () =>
    app.db.transaction().execute((trx) => sendTwoFactorNotice(context, trx, user, { kind: 'flood' })),
  )
  const checked =
    parsed.kind === 'time'
      ? await checkTimeCode(context, user, parsed.code)
      : await checkRecoveryCode(context, user, parsed.code, guesser.device !== null)
  if (!checked) throw incorrectCode()
  await resetCodeGuesses(app.db, guesser)
  return checked
}

/** Consumes the code. Refuses a code that was used before. Notifies the owner of a used recovery code. */
export async function consumeCode(
  context: RequestContext,
  trx: Trx,
  user: UserRow,
  checked: CheckedCode,
): Promise<void> {
  if ('step' in checked) {
    if (!(await consumeTimeStep(trx, user.id, checked.step))) throw incorrectCode()
    return
  }
  const left = await consumeRecoveryCode(trx, user.id, checked.recoveryCode)
  if (left === null) throw incorrectCode()
  await sendTwoFactorNotice(context, trx, user, { kind: 'recovery', left })
}

/** Call before a change of two-factor itself: requires both steps again. The code is checked but not yet consumed. */
export async function reauthenticateWithCode(
  context: Context<'session'>,
  proof: { current_password?: string | undefined; code: string },
) {
  const { app, actor } = context
  const user = await findUser(app.db, actor.id)
  if (!(await hasTwoFactor(app.db, user.id))) throw new Refusal('E_CONFLICT')
  await reauthenticate(context, user, proof.current_password)
  return { user, code: await checkCode(context, user, proof.code) }
}
