// Contracts of workspaces, as operators see and change them.
import * as z from 'zod'
import { SUBSCRIPTION_STATUSES } from './admin-choices.ts'
import { adminPage, contactPerson, exportQuery, listQuery } from './admin-fields.ts'
import { company } from './applications.ts'
import { paymentType } from './billing.ts'
import { flag, id, instant, numberOf } from './fields.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'

export const subscriptionStatus = z.enum(SUBSCRIPTION_STATUSES)

/** 1: contracts of companies; 2: memberships of persons and trials. */
export const SUBSCRIPTION_TYPE = { business: 1, personal: 2 } as const

const filters = {
  status: z.enum([...SUBSCRIPTION_STATUSES, 'all']).default('active'),
  type: numberOf([SUBSCRIPTION_TYPE.business, SUBSCRIPTION_TYPE.personal]).optional(),
}

const planName = z.object({ id: z.int(), name: z.string() })

export const adminSubscription = z.object({
  id: z.int(),
  status: subscriptionStatus,
  type: z.literal([SUBSCRIPTION_TYPE.business, SUBSCRIPTION_TYPE.personal]),
  /** Plan and payment type that hold now; the plan is null for a membership without one. */
  plan: planName.nullable(),
  payment_type: paymentType,
  company: z.string().nullable(),
  /** A change that holds from a later month. */
  change_plan: z
    .object({
      plan_id: z.int().nullable(),
      plan_name: z.string().nullable(),
      payment_type: paymentType,
      company: z.string().nullable(),
      from: instant,
    })
    .nullable(),
  owner: contactPerson,
  start_date: instant,
  /** The end of the contract once a cancellation was requested. */
  end_date: instant.nullable(),
  /** The end that a cancellation would set now; null if none can be requested. */
  end_on_cancellation: instant.nullable(),
  trial_ends_at: instant.nullable(),
  is_suspended: z.boolean(),
  can: z.object({
    change_plan: z.boolean(),
    change_to_business: z.boolean(),
    delete_change: z.boolean(),
    cancel: z.boolean(),
    restore: z.boolean(),
  }),
})
export type AdminSubscription = z.infer<typeof adminSubscription>

export const listSubscriptions = operation({
  name: 'listSubscriptions',
  method: 'GET',
  path: '/admin/subscriptions',
  access: 'operator',
  query: listQuery(filters),
  response: adminPage(adminSubscription),
})

export const exportSubscriptions = operation({
  name: 'exportSubscriptions',
  method: 'GET',
  path: '/admin/subscriptions/export',
  access: 'operator',
  query: exportQuery(filters),
  answer: 'file',
  produces: ['text/csv'],
  response: z.string(),
})

const inSubscription = z.object({ subscriptionId: id })

/** 1: from the first day of the current month in Japan; 0: from the next month. */
const fromThisCycle = z.union([z.literal(0), z.literal(1), z.boolean()]).transform((value) => Boolean(value))

/** `plan_id` null: a membership without a plan. A business plan for a contract without a company is refused. */
export const updateSubscription = operation({
  name: 'updateSubscription',
  method: 'PATCH',
  path: '/admin/subscriptions/{subscriptionId}',
  access: 'operator',
  params: inSubscription,
  body: z.object({ plan_id: z.int().positive().max(LIMITS.integerMax).nullable(), from_this_cycle: fromThisCycle }),
  response: adminSubscription,
  errors: ['E_NOT_FOUND', 'E_CONFLICT'],
})

export const changeToBusiness = operation({
  name: 'changeToBusiness',
  method: 'POST',
  path: '/admin/subscriptions/{subscriptionId}/business',
  access: 'operator',
  params: inSubscription,
  body: company.extend({
    plan_id: z.int().positive().max(LIMITS.integerMax),
    payment_type: z.enum(['monthly', 'yearly']),
    from_this_cycle: fromThisCycle,
  }),
  response: adminSubscription,
  status: 201,
  errors: ['E_NOT_FOUND', 'E_CONFLICT'],
})

export const deletePlanChange = operation({
  name: 'deletePlanChange',
  method: 'DELETE',
  path: '/admin/subscriptions/{subscriptionId}/plan-change',
  access: 'operator',
  params: inSubscription,
  response: adminSubscription,
  errors: ['E_NOT_FOUND', 'E_CONFLICT'],
})

/** Requests the end of a contract, or takes the request back. */
export const toggleCancellation = operation({
  name: 'toggleCancellation',
  method: 'POST',
  path: '/admin/subscriptions/{subscriptionId}/cancellation',
  access: 'operator',
  params: inSubscription,
  /** The state that the caller saw. If the contract is in the other state, nothing changes and E_CONFLICT is answered. */
  body: z.object({ is_canceled: z.boolean().optional() }).optional(),
  response: adminSubscription,
  errors: ['E_NOT_FOUND', 'E_CONFLICT'],
})

/** The plans that are sold in the current month in Japan, or with `from_this_cycle` 0 in the next. */
export const listAdminPlans = operation({
  name: 'listAdminPlans',
  method: 'GET',
  path: '/admin/plans',
  access: 'operator',
  query: z.object({ from_this_cycle: flag(true) }),
  response: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      audience: z.enum(['business', 'personal']),
      monthly_price: z.int(),
      yearly_price: z.int(),
    }),
  ),
})
