// A code is judged first, which may take time, and then taken, which exactly one caller can, in the transaction of what it
// allows.
import { parseCode } from '@kaiwa/contract/codes.ts'
import type { Context } from '../../platform/http/route.ts'
import type { Trx } from '../../platform/database/database.ts'
import { invalid, type Refusal } from '../../platform/refusal.ts'
import { knownDevice } from '../sessions/devices.ts'
import { checkPassword } from '../passwords/passwords.ts'
import type { findUser } from '../store.ts'
import { countCodeGuess, forgetCodeGuesses } from './code-guesses.ts'
import { sendTwoFactorNotice } from './send-notice.ts'
import { unseal } from './seal.ts'
import { stepOf } from './time-codes.ts'
import { findRecoveryCodes, findSecret, takeRecoveryCode, takeStep } from './two-factor-store.ts'

type UserRow = Awaited<ReturnType<typeof findUser>>
type Reached = Pick<Context, 'app' | 'request'>

/** A code that fits: of a time step, or the recovery code of an id. */
export type JudgedCode = { step: number } | { recoveryCode: number }

const wrong = (): Refusal => invalid({ code: ['incorrect'] })

const judgeTimeCode = async ({ app }: Reached, user: UserRow, code: string): Promise<JudgedCode | null> => {
  const row = await findSecret(app.db, user.id, 'confirmed')
  const secret = row && unseal(app.config.secret, user.id, row.sealed_secret)
  if (row && !secret) app.log.error({ user: user.id }, 'a two-factor secret was sealed with another KAIWA_SECRET')
  const step = row && secret ? stepOf(secret, code, row.step) : null
  return step === null ? null : { step }
}

const judgeRecoveryCode = async (
  { app }: Reached,
  user: UserRow,
  code: string,
  isKnown: boolean,
): Promise<JudgedCode | null> => {
  for (const { id, code_hash } of await findRecoveryCodes(app.db, user.id))
    if (await checkPassword(app.config, code, code_hash, { account: user.email, isKnown })) return { recoveryCode: id }
  return null
}

/** Counts and judges what was typed. Refuses (422, `incorrect`) what is no code of this user, and (429) too many guesses. */
export const judgeCode = async (context: Reached, user: UserRow, typed: string): Promise<JudgedCode> => {
  const { app, request } = context
  const read = parseCode(typed)
  if (!read) throw invalid({ code: ['format'] })
  const guesser = { userId: user.id, address: request.ip, device: knownDevice(context, user.id) }
  await countCodeGuess(app.db, guesser, read.kind, () =>
    app.db.transaction().execute((trx) => sendTwoFactorNotice(context, trx, user, { kind: 'flood' })),
  )
  const judged =
    read.kind === 'time'
      ? await judgeTimeCode(context, user, read.code)
      : await judgeRecoveryCode(context, user, read.code, guesser.device !== null)
  if (!judged) throw wrong()
  await forgetCodeGuesses(app.db, guesser)
  return judged
}

/** Uses the code up. Refuses it when it was used before; the owner is told of a recovery code. */
export const takeCode = async (context: Reached, trx: Trx, user: UserRow, judged: JudgedCode): Promise<void> => {
  if ('step' in judged) {
    if (!(await takeStep(trx, user.id, judged.step))) throw wrong()
    return
  }
  const left = await takeRecoveryCode(trx, user.id, judged.recoveryCode)
  if (left === null) throw wrong()
  await sendTwoFactorNotice(context, trx, user, { kind: 'recovery', left })
}
