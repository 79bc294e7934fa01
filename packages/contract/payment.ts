// Calls of the payment page: the contract of the caller's workspace, points, purchase history and checkout. All are for
// the owner of the workspace. Money is whole yen, points are whole points.
import * as z from 'zod'
import { paymentType, quotas } from './billing.ts'
import { CONSUMABLES } from './consumables.ts'
import { countQuery, id, instant } from './fields.ts'
import { LIMITS } from './limits.ts'
import { operation } from './operation.ts'
import { plan } from './plans.ts'

/** Kinds of rows of the purchase history. */
export const BILLING_TYPES = [
  'payment_auto',
  'payment_invoice',
  'payment_invoice_credit_card',
  'purchase_point',
  'give_point',
  'use_point',
] as const
export const billingType = z.enum(BILLING_TYPES)

/** Why a payment by card is impossible: a key of the browser's texts. */
export const cardReason = z.enum(['card.not-set', 'card.provider-unavailable'])

const card = z.object({
  brand: z.string(),
  last4: z.string(),
  exp_month: z.int(),
  exp_year: z.int(),
})

/** The contract of the caller's workspace. `subscription` is null without one. */
export const currentPayment = z.object({
  subscription: z
    .object({
      id: z.int(),
      /** Null for a membership without a plan. */
      plan: plan.nullable(),
      /** The limits that hold now; storage in GB. */
      limits: plan.pick({ minute: true, storage: true, chat: true, editor: true, viewer: true }),
      payment_type: paymentType,
      /** Yen per month without tax, as sold. */
      monthly_fee: z.int(),
      start_date: instant,
      renewal_date: instant.nullable(),
      /** End of the contract after a cancellation was requested. */
      end_date: instant.nullable(),
      /** End of a trial. */
      trial_ends_at: instant.nullable(),
      /** A plan that holds from a later month. */
      change: z.object({ plan_name: z.string().nullable(), payment_type: paymentType, from: instant }).nullable(),
      /** True if the owner can cancel it here: a membership without a plan that has no end. */
      can_cancel: z.boolean(),
      /** True while a charge is unpaid after the grace period: the basic limits hold. */
      is_suspended: z.boolean(),
    })
    .nullable(),
  /** How the workspace can buy points; null if it cannot. */
  point_purchase: z.enum(['invoice', 'checkout']).nullable(),
  card: card.nullable(),
  /** Null if payment by card works. */
  card_reason: cardReason.nullable(),
  /** True if a stand-in takes the place of the payment provider: nothing is charged. */
  is_trial_provider: z.boolean(),
  /** Yen per month without tax for a membership without a plan. */
  membership_price: z.int(),
})
export type CurrentPayment = z.infer<typeof currentPayment>

export const getCurrentPayment = operation({
  name: 'getCurrentPayment',
  method: 'GET',
  path: '/payment/current',
  access: 'session',
  response: currentPayment,
})

/** A row of the purchase history. */
export const paymentHistory = z.object({
  id: z.int(),
  action_date: instant,
  billing_type: billingType,
  /** Yen with tax. */
  money: z.int(),
  /** Points received; negative where they were used. */
  point: z.int(),
  /** The kind of usage that the points of a `use_point` row pay for. */
  kind: z.enum(CONSUMABLES).nullable(),
  amount: z.int().nullable(),
  invoice_id: z.int().nullable(),
})
export type PaymentHistory = z.infer<typeof paymentHistory>

/** Latest first. */
export const listPaymentHistories = operation({
  name: 'listPaymentHistories',
  method: 'GET',
  path: '/payment/histories',
  access: 'session',
  query: z.object({ page: countQuery.min(1).default(1) }),
  response: z.object({ data: z.array(paymentHistory), current_page: z.int(), last_page: z.int() }),
})

/** An address from which the browser downloads the PDF of the invoice of a row of the purchase history. */
export const getPaymentInvoice = operation({
  name: 'getPaymentInvoice',
  method: 'GET',
  path: '/payment/{billingHistoryId}/invoice',
  access: 'session',
  params: z.object({ billingHistoryId: id }),
  response: z.object({ url: z.string() }),
  errors: ['E_NOT_FOUND'],
})

export const pointCount = z.int().min(LIMITS.pointsMin).max(LIMITS.pointsMax)

/** Buys points on the invoice that closes at the end of the month, for workspaces that pay by invoice. */
export const buyPoint = operation({
  name: 'buyPoint',
  method: 'POST',
  path: '/payment/point',
  access: 'session',
  /** `request_id`: sent again with the same value, the call buys once; with another number of points, E_CONFLICT. */
  body: z.object({ point: pointCount, request_id: z.uuid().optional() }),
  response: z.object({ point: z.int() }),
  status: 201,
  errors: ['E_CONFLICT'],
})

/** Confirms a returned checkout for points. Repeated calls give the points once. */
export const addPoint = operation({
  name: 'addPoint',
  method: 'POST',
  path: '/payment/add-point',
  access: 'session',
  body: z.object({ session_id: z.string().max(255) }),
  response: z.object({ status: z.enum(['completed', 'open', 'expired']), point: z.int() }),
  status: 201,
  errors: ['E_NOT_FOUND', 'E_UNAVAILABLE'],
})

/** Confirms a returned checkout for a membership or the card of a plan. Repeated calls start one subscription. */
export const confirmSubscription = operation({
  name: 'confirmSubscription',
  method: 'POST',
  path: '/payment/subscription',
  access: 'session',
  body: z.object({ session_id: z.string().max(255) }),
  response: z.object({ status: z.enum(['completed', 'open', 'expired']), subscription_id: z.int().nullable() }),
  status: 201,
  errors: ['E_NOT_FOUND', 'E_UNAVAILABLE'],
})

/** Requests the end of a membership without a plan, at the end of the current month in Japan. */
export const cancelSubscription = operation({
  name: 'cancelSubscription',
  method: 'POST',
  path: '/payment/subscription/cancel',
  access: 'session',
  response: z.object({ end_date: instant }),
  status: 201,
  errors: ['E_CONFLICT'],
})

/** `back_url`: a path of this application. `is_app` 1: the browser returns to the installed app. */
const backUrl = z.object({
  back_url: z.string().max(2_000),
  is_app: z.union([z.literal(0), z.literal(1), z.boolean()]).default(0),
})

/** An address of the payment provider at which the caller registers a card and becomes a member. */
export const openMembershipCheckout = operation({
  name: 'openMembershipCheckout',
  method: 'POST',
  path: '/payment/checkout',
  access: 'session',
  body: backUrl,
  response: z.object({ url: z.string() }),
  status: 201,
  errors: ['E_CONFLICT', 'E_UNAVAILABLE'],
})

/** An address of the payment provider at which a membership without a plan pays points. */
export const openPointCheckout = operation({
  name: 'openPointCheckout',
  method: 'POST',
  path: '/payment/point/checkout',
  access: 'session',
  body: backUrl.extend({ point: pointCount }),
  response: z.object({ url: z.string() }),
  status: 201,
  errors: ['E_CONFLICT', 'E_UNAVAILABLE'],
})

/**
 * Opens the link of a mail: an address of the payment provider at which a card is registered for an approved plan, or an
 * invoice is paid. Works without signing in. A link that was used or has ended answers E_NOT_FOUND.
 */
export const openSetupCheckout = operation({
  name: 'openSetupCheckout',
  method: 'POST',
  path: '/payment/setup-checkout',
  access: 'public',
  body: z.object({ token: z.string().max(100) }),
  response: z.object({ url: z.string() }),
  status: 201,
  errors: ['E_NOT_FOUND', 'E_CONFLICT', 'E_UNAVAILABLE'],
  rateLimit: { max: 30, window: 60, key: 'ip' },
})

/** An address of the payment provider at which the owner manages cards and receipts. */
export const getBillingPortal = operation({
  name: 'getBillingPortal',
  method: 'GET',
  path: '/profile/billing-portal',
  access: 'session',
  response: z.object({ url: z.string() }),
  errors: ['E_CONFLICT', 'E_UNAVAILABLE'],
})

/** Units beyond a limit and the points that pay for them. */
const consumed = z.object({ amount: z.number(), point: z.int() })

/** Points of the workspace and what the current month in Japan costs beyond the limits. */
export const pointUsage = z.object({
  /** Points left, and the limits in the units of `quotas`. */
  workspace: quotas.extend({ point: z.int() }),
  /** The plan's monthly fee: yen without tax, and the points of the same value. */
  plan: z.object({ point: z.int(), money: z.int() }),
  /** Beyond the limits: sums, and amounts per kind. `money` is yen without tax, 0 if points pay. */
  additional: z.object({
    point: z.int(),
    money: z.int(),
    minute: consumed,
    storage: consumed,
    chat: consumed,
    editor: consumed,
    viewer: consumed,
  }),
  /** Points per minute, GB, chat, editor and viewer. */
  price: z.object({ minute: z.int(), storage: z.int(), chat: z.int(), editor: z.int(), viewer: z.int() }),
  /** First and last instant of the current month in Japan; the end is exclusive. */
  current_cycle_date: z.tuple([instant, instant]),
  next_cycle_date: instant,
})
export type PointUsage = z.infer<typeof pointUsage>

export const getPointUsage = operation({
  name: 'getPointUsage',
  method: 'GET',
  path: '/usage/points',
  access: 'session',
  response: pointUsage,
})
