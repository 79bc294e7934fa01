import type { checkPassword as contract } from '@kaiwa/contract/accounts.ts'
import type { Handler } from '../../platform/http/route.ts'
import { findWeakness } from './assert-uncommon-password.ts'

/** Checks a password that is being chosen. Nothing is stored. */
export const checkPassword: Handler<typeof contract> = async ({ body }) => ({
  weakness: await findWeakness(body.password, body.words),
})
