import type { Usage } from '@kaiwa/contract/billing.ts'
import { expect, it } from 'vitest'
import { canExceedMinutes } from './can-exceed.ts'

const quotas = { storage: 1024, minute: 60, editor: 1, viewer: 5, chat: 20 }
const plan: Usage = {
  subscription_id: 1,
  is_workspace_owner: true,
  total_project: 0,
  is_suspended: false,
  chat: 0,
  subscription: {
    plan: { ...quotas, name: 'basic' },
    payment_type: 'monthly',
    start_date: '2026-01-01T00:00:00Z',
    renewal_date: null,
    end_date: null,
  },
  remain: { ...quotas, minute: 5 },
  use_point: { storage: 0, minute: 0, editor: 0, viewer: 0, chat: 0 },
  basic_plan: quotas,
  flags: { analyze: true, upload: true, chat: true, inviteEditor: true, inviteViewer: true },
}
function by(change: Partial<NonNullable<Usage['subscription']>>): Usage {
  return {
    ...plan,
    subscription: plan.subscription && { ...plan.subscription, ...change },
  }
}
const spent = { ...plan, remain: { ...quotas, minute: 0 } }

it.each([
  ['a plan by invoice without points', plan, 0, false],
  ['a plan by invoice with points', plan, 100, true],
  ['a plan by card', by({ payment_type: 'credit_card' }), 0, true],
  ['a trial with points', by({ plan: { ...quotas, name: 'trial' } }), 100, false],
  ['a membership without a plan', { ...plan, subscription: null }, 100, true],
  ['no subscription', { ...plan, subscription: null, subscription_id: null }, 100, false],
  ['a spent limit that is exceeded already', spent, 0, true],
  ['a spent limit', { ...spent, flags: { ...plan.flags, analyze: false } }, 5, false],
])('BILL-42 %s', (_, usage, points, can) => {
  expect(canExceedMinutes(usage, points)).toBe(can)
})
