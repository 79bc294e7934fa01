// The file from which `npm run plans` makes versions of plans and prices.
import { PLAN_TIERS } from '@kaiwa/contract/plans.ts'
import * as z from 'zod'

const MAX = 1_000_000_000

const amount = z.int().min(0).max(MAX)
const price = z.int().min(1).max(MAX)

const limits = {
  minute: amount,
  /** GB. */
  storage: amount.max(1_000_000),
  chat: amount,
  editor: amount,
  viewer: amount,
}

const planEntry = z.strictObject({
  name: z.enum(PLAN_TIERS),
  /** `business`: companies apply for it. `personal`: operators give it. `trial`: new workspaces have it. */
  audience: z.enum(['business', 'personal', 'trial']),
  description: z.string().min(1).max(1000),
  /** Yen per month without tax: when paid by month or card, and when paid by year. */
  monthly_price: amount,
  yearly_price: amount,
  ...limits,
})
export type PlanEntry = z.infer<typeof planEntry>

export const planFile = z
  .strictObject({
    trial_days: z.int().min(1).max(3650),
    /** Yen per month without tax for a membership without a plan. */
    membership_price: amount,
    /** Points per unit beyond the limits. */
    points: z.strictObject({ minute: price, storage: price, chat: price, editor: price, viewer: price }),
    /** Limits of a membership without a plan. */
    basic_plan: z.strictObject(limits),
    plans: z.array(planEntry),
  })
  .refine(({ plans }) => new Set(plans.map(({ name }) => name)).size === plans.length, {
    error: 'two plans have the same name',
    path: ['plans'],
  })
  .refine(({ plans }) => plans.some(({ name, audience }) => name === 'trial' && audience === 'trial'), {
    error: 'the plan trial is missing',
    path: ['plans'],
  })
  .refine(({ plans }) => plans.every(({ name, audience }) => (name === 'trial') === (audience === 'trial')), {
    error: 'trial is the only plan with the audience trial',
    path: ['plans'],
  })
export type PlanFile = z.infer<typeof planFile>

/** The columns of a price list. */
export function priceColumns({ trial_days, membership_price, points, basic_plan }: PlanFile) {
  return {
    membership_price,
    minute_points: points.minute,
    storage_points: points.storage,
    chat_points: points.chat,
    editor_points: points.editor,
    viewer_points: points.viewer,
    basic_minute: basic_plan.minute,
    basic_storage: basic_plan.storage,
    basic_chat: basic_plan.chat,
    basic_editor: basic_plan.editor,
    basic_viewer: basic_plan.viewer,
    trial_days,
  }
}
export type PriceColumns = ReturnType<typeof priceColumns>
