import type { renewRecoveryCodes as contract } from '@kaiwa/contract/two-factor.ts'
import type { Handler } from '../../platform/http/route.ts'
import { lockActor } from '../sessions/reload-actor.ts'
import { reauthenticateWithCode } from './check-code.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { sendTwoFactorNotice } from './send-notice.ts'
import { consumeCode } from './check-code.ts'
import { replaceRecoveryCodes } from '../store/two-factor.ts'

export const renewRecoveryCodes: Handler<typeof contract> = async ({ body }, context) => {
  const { app, actor } = context
  const { user, code } = await reauthenticateWithCode(context, body)
  const { shown, hashes } = await newRecoveryCodes(app.config, user.email)
  await app.db.transaction().execute(async (trx) => {
    await lockActor(trx, actor)
    await consumeCode(context, trx, user, code)
    await replaceRecoveryCodes(trx, user.id, hashes)
    await sendTwoFactorNotice(context, trx, user, { kind: 'renewed' })
  })
  return { recovery_codes: shown }
}
