import type { validateSubscriptionRequest as contract } from '@kaiwa/contract/applications.ts'
import type { Handler } from '../platform/http/route.ts'
import { checkRequest } from './check-request.ts'

export const validateSubscriptionRequest: Handler<typeof contract> = async ({ body }, { app }) => {
  await checkRequest(app, body)
  return { success: true }
}
