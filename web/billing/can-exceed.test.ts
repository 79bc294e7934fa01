import type { Usage } from '@kaiwa/contract/billing.ts'
import { expect, it } from 'vitest'
import { canExceedMinutes } from './can-exceed.ts'
import { QUOTAS, USAGE, withContract } from './test/usage.ts'

const plan = { ...USAGE, remain: { ...QUOTAS, minute: 5 } }

function by(change: Parameters<typeof withContract>[0]): Usage {
  return { ...withContract(change), remain: plan.remain }
}
const spent = { ...plan, remain: { ...QUOTAS, minute: 0 } }

it.each([
  ['a plan by invoice without points', plan, 0, false],
  ['a plan by invoice with points', plan, 100, true],
  ['a plan by card', by({ payment_type: 'credit_card' }), 0, true],
  ['a trial with points', by({ plan: { ...QUOTAS, name: 'trial' } }), 100, false],
  ['a membership without a plan', { ...plan, subscription: null }, 100, true],
  ['no subscription', { ...plan, subscription: null, subscription_id: null }, 100, false],
  ['a spent limit that is exceeded already', spent, 0, true],
  ['a spent limit', { ...spent, flags: { ...plan.flags, analyze: false } }, 5, false],
])('BILL-42 %s', (_, usage, points, can) => {
  expect(canExceedMinutes(usage, points)).toBe(can)
})
