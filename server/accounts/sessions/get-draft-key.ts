import type { getDraftKey as contract } from '@kaiwa/contract/accounts.ts'
import { createHmac } from 'node:crypto'
import type { Handler } from '../../platform/http/route.ts'

/** Derived, so that there is nothing to store and every node answers the same. */
export const getDraftKey: Handler<typeof contract> = (_, { app, actor }) => ({
  key: createHmac('sha256', app.config.secret).update(`draft:${actor.id}`).digest('base64url'),
})
