import * as z from 'zod'
import { instant } from './fields.ts'
import { operation } from './operation.ts'

/** Five quotas: storage in MB, minutes, AI chats, editors and viewers. */
export const quotas = z.object({
  storage: z.number(),
  minute: z.number(),
  editor: z.number(),
  viewer: z.number(),
  chat: z.number(),
})
export type Quotas = z.infer<typeof quotas>

export const paymentType = z.enum(['credit_card', 'monthly', 'yearly'])

export const usage = z.object({
  subscription_id: z.int().nullable(),
  is_workspace_owner: z.boolean(),
  total_project: z.int(),
  is_suspended: z.boolean(),
  /** AI chats used in the current month. */
  chat: z.int(),
  subscription: z
    .object({
      plan: quotas.extend({ name: z.string() }),
      payment_type: paymentType,
      start_date: instant,
      renewal_date: instant.nullable(),
      end_date: instant.nullable(),
    })
    .nullable(),
  /** The rest of the plan's limits, never below 0. */
  remain: quotas,
  /** Points used in the current month for usage beyond the plan. */
  use_point: quotas,
  /** Limits without a plan. */
  basic_plan: quotas,
  /** Whether each limited action is possible now. */
  flags: z.object({
    analyze: z.boolean(),
    upload: z.boolean(),
    chat: z.boolean(),
    inviteEditor: z.boolean(),
    inviteViewer: z.boolean(),
  }),
})
export type Usage = z.infer<typeof usage>

export const getUsage = operation({
  name: 'getUsage',
  method: 'GET',
  path: '/usage',
  access: 'session',
  response: usage,
})

/** Limits, usage and rest of the caller's workspace. */
export const getQuotas = operation({
  name: 'getQuotas',
  method: 'GET',
  path: '/profile/quotas',
  access: 'session',
  response: z.object({ limit: quotas, used: quotas, remain: quotas }),
})
