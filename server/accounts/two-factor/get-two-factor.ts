import type { getTwoFactor as contract } from '@kaiwa/contract/two-factor.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findTwoFactor } from '../store/two-factor.ts'

export const getTwoFactor: Handler<typeof contract> = async (_, { app, actor }) => {
  const row = await findTwoFactor(app.db, actor.id)
  return {
    is_on: row !== undefined,
    since: row?.since?.toISOString() ?? null,
    recovery_codes_left: row?.codesLeft ?? 0,
  }
}
