import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { requestPasswordSetting as contract } from '@kaiwa/contract/profile.ts'
import { publicAddress } from '../../platform/http/addresses.ts'
import { countCall } from '../../platform/http/rate-limit.ts'
import type { Handler } from '../../platform/http/route.ts'
import { invalid } from '../../platform/refusal.ts'
import { sendPasswordLink } from './send-password-link.ts'
import { findUser } from '../store.ts'

const LIMIT = { max: 1, window: LIMITS.passwordLinkLockSeconds, key: 'account' } as const

export const requestPasswordSetting: Handler<typeof contract> = async ({ body }, { app, actor, request }) => {
  const user = await findUser(app.db, actor.id)
  if (body.email.toLowerCase() !== user.email.toLowerCase()) throw invalid({ email: ['mismatch'] })
  await countCall(app.db, 'requestPasswordSetting', LIMIT, String(actor.id))
  await sendPasswordLink(app, user, publicAddress({ app, request }))
  return { success: true }
}
