import * as z from 'zod'
import { operation } from './operation.ts'

/** The tiers of plans. */
export const PLAN_TIERS = ['minimum', 'basic', 'premium', 'business', 'personal', 'trial'] as const

/** A plan as it is sold now. Prices are yen per month without tax; storage is GB. */
export const plan = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** Monthly fee under a contract that is paid by month or by card. */
  monthly_price: z.int(),
  /** Monthly fee under a contract that is paid by year. */
  yearly_price: z.int(),
  minute: z.int(),
  storage: z.int(),
  chat: z.int(),
  editor: z.int(),
  viewer: z.int(),
})
export type Plan = z.infer<typeof plan>

/** The plans that a company can apply for, in the order of their price. */
export const listPlans = operation({
  name: 'listPlans',
  method: 'GET',
  path: '/plans',
  access: 'public',
  response: z.array(plan),
  rateLimit: { max: 120, window: 60, key: 'ip' },
})
