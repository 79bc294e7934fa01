import type { checkSession as contract } from '@kaiwa/contract/accounts.ts'
import type { Handler } from '../../platform/http/route.ts'
import { composeIdentity } from './compose-session.ts'

export const checkSession: Handler<typeof contract> = (_input, { app, actor }) => composeIdentity(app, actor)
