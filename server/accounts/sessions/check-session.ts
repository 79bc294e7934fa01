import type { checkSession as contract } from '@kaiwa/contract/accounts.ts'
import type { Handler } from '../../platform/http/route.ts'
import { composeSession } from './compose-session.ts'

export const checkSession: Handler<typeof contract> = (_input, { app, actor }) => composeSession(app.db, actor, null)
