import type { resendVerification as contract } from '@kaiwa/contract/accounts.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { countCall } from '../platform/http/rate-limit.ts'
import type { Handler } from '../platform/http/route.ts'
import { publicAddress } from '../platform/http/addresses.ts'
import { sendVerification } from './send-verification.ts'
import { findUserByEmail } from './store.ts'

/** Answers the same for every address, known or not; the lock between two mails counts for unknown ones too. */
export const resendVerification: Handler<typeof contract> = async ({ query }, { app, request }) => {
  const address = query.email.toLowerCase()
  await countCall(
    app.db,
    'resendVerification',
    { max: 1, window: LIMITS.resendLockSeconds, key: 'body.email' },
    address,
  )
  await countCall(app.db, 'resendVerification', { max: 10, window: 3600, key: 'body.email' }, address)
  await app.db.transaction().execute(async (trx) => {
    const user = await findUserByEmail(trx, query.email)
    if (!user || user.email_verified_at || user.is_disabled) return
    await sendVerification(app, trx, user.id, publicAddress({ app, request }))
  })
  return { success: true }
}
