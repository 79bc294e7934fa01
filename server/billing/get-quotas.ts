import type { getQuotas as contract } from '@kaiwa/contract/billing.ts'
import type { Handler } from '../platform/http/route.ts'
import { limitsOf } from './gate.ts'
import { usageOf } from './get-usage.ts'
import { ZERO_QUOTAS, quotasOf, usedOf } from './quotas.ts'

/** A person without a workspace has a limit of 0 for everything. */
export const getQuotas: Handler<typeof contract> = async (_, { app, actor }) => {
  const { usage, row } = await usageOf(app.db, actor)
  return {
    limit: row ? quotasOf(limitsOf(row.terms)) : ZERO_QUOTAS,
    used: row ? usedOf(row) : ZERO_QUOTAS,
    remain: usage.remain,
  }
}
