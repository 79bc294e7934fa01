import type { getDraftKey as contract } from '@kaiwa/contract/accounts.ts'
import { createHmac } from 'node:crypto'
import type { Handler } from '../../platform/http/route.ts'

/** The key is derived, so that nothing is stored and all nodes return the same key. */
export const getDraftKey: Handler<typeof contract> = (_, { app, actor }) => ({
  key: createHmac('sha256', app.config.secret).update(`draft:${actor.id}`).digest('base64url'),
})
