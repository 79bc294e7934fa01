import type { findSession as contract } from '@kaiwa/contract/accounts.ts'
import type { Handler } from '../../platform/http/route.ts'
import { composeIdentity } from './compose-session.ts'

export const findSession: Handler<typeof contract> = async (_input, { app, actor }) => ({
  identity: actor && (await composeIdentity(app, actor)),
})
