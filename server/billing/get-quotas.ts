import type { getQuotas as contract } from '@kaiwa/contract/billing.ts'
import type { Handler } from '../platform/http/route.ts'
import { usageOf } from './get-usage.ts'
import { NOTHING, quotasOf, usedOf } from './quotas.ts'

/** A person without a workspace has a limit of 0 for everything. */
export const getQuotas: Handler<typeof contract> = async (_, { app, actor }) => {
  const { usage, row } = await usageOf(app.db, actor)
  return { limit: row ? quotasOf(row) : NOTHING, used: row ? usedOf(row) : NOTHING, remain: usage.remain }
}
