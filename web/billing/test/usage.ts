import type { Usage } from '@kaiwa/contract/billing.ts'

/** Storage in MB. */
export const QUOTAS = { storage: 5 * 1024, minute: 60, editor: 1, viewer: 5, chat: 20 }
export const NOTHING = { storage: 0, minute: 0, editor: 0, viewer: 0, chat: 0 }

/** A month in which nothing was used, of the owner of a workspace with a plan by invoice. */
export const USAGE: Usage = {
  subscription_id: 1,
  is_workspace_owner: true,
  total_project: 0,
  is_suspended: false,
  chat: 0,
  subscription: {
    plan: { name: 'basic', ...QUOTAS },
    payment_type: 'monthly',
    start_date: '2026-04-10T03:00:00.000Z',
    renewal_date: '2027-03-31T15:00:00.000Z',
    end_date: null,
  },
  remain: QUOTAS,
  use_point: NOTHING,
  basic_plan: QUOTAS,
  flags: { analyze: true, upload: true, chat: true, inviteEditor: true, inviteViewer: true },
}

/** The same with another contract. */
export function withContract(change: Partial<NonNullable<Usage['subscription']>>): Usage {
  return { ...USAGE, subscription: USAGE.subscription && { ...USAGE.subscription, ...change } }
}
