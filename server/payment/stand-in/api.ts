// The calls of Stripe's API that the program uses, with Stripe's parameters. An unknown parameter is refused, as there.
import * as z from 'zod'
import {
  cardFailure,
  createMethod,
  deleteCustomer,
  detach,
  pay,
  refund,
  setDefaultMethod,
  updateCustomer,
} from './payments.ts'
import { createSession, expireSession, readSession } from './sessions.ts'
import { invalidRequest, type ProviderObject, type State } from './state.ts'

type Answer = ProviderObject | { object: 'list'; data: ProviderObject[]; has_more: boolean; url: string }
type Call = (state: State, id: string, form: unknown) => Promise<Answer>

const whole = z.coerce.number().int()
const metadata = z.record(z.string().max(40), z.string().max(500)).default({})
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Wraps a call with the schema of its parameters. */
function accept<S extends z.ZodType>(
  schema: S,
  call: (state: State, id: string, given: z.output<S>) => Promise<Answer>,
): Call {
  return (state, id, form) => {
    const read = schema.safeParse(form)
    if (read.success) return call(state, id, read.data)
    const [issue] = read.error.issues
    const unknown = issue?.code === 'unrecognized_keys'
    const param = unknown ? issue.keys[0] : issue?.path.join('.')
    throw invalidRequest(unknown ? `Received unknown parameter: ${param}` : `Invalid ${param}: ${issue?.message}`, {
      param,
      ...(unknown ? { code: 'parameter_unknown' } : {}),
    })
  }
}

const none = z.strictObject({})

const newCustomer = z.strictObject({ email: z.string().optional(), name: z.string().optional(), metadata })

const newSession = z.strictObject({
  mode: z.enum(['setup', 'payment']),
  customer: z.string(),
  success_url: z.url(),
  cancel_url: z.url(),
  expires_at: whole,
  locale: z.enum(['ja', 'en']),
  currency: z.literal('jpy').default('jpy'),
  adaptive_pricing: z.strictObject({ enabled: z.literal('false') }).optional(),
  allowed_payment_method_types: z.tuple([z.literal('card')]),
  metadata,
  payment_intent_data: z.strictObject({ metadata, description: z.string().optional() }).optional(),
  setup_intent_data: z.strictObject({ metadata }).optional(),
  line_items: z
    .array(
      z.strictObject({
        quantity: whole.min(1),
        price_data: z.strictObject({
          currency: z.literal('jpy'),
          unit_amount: whole.min(0).max(99_999_999),
          product_data: z.strictObject({ name: z.string().min(1) }),
        }),
      }),
    )
    .min(1)
    .optional(),
})

const newIntent = z.strictObject({
  amount: whole.min(50).max(99_999_999),
  currency: z.literal('jpy'),
  customer: z.string(),
  payment_method: z.string(),
  allowed_payment_method_types: z.tuple([z.literal('card')]),
  off_session: flag,
  confirm: flag,
  description: z.string().optional(),
  metadata,
})

const range = z.strictObject({ gte: whole.optional(), lt: whole.optional() })
const listQuery = z.strictObject({
  limit: whole.min(1).max(100).default(10),
  starting_after: z.string().optional(),
  created: range.optional(),
  customer: z.string().optional(),
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  type: z.string().optional(),
})

/** Newest first, page by page. */
function list(type: string, url: string): Call {
  return accept(listQuery, async (state, _id, { limit, starting_after, created, ...fields }) => {
    const all = await state.list(type, fields)
    const within = all.filter(
      (object) =>
        Number(object['created']) >= (created?.gte ?? 0) && Number(object['created']) < (created?.lt ?? Infinity),
    )
    const from = starting_after === undefined ? 0 : within.findIndex(({ id }) => id === starting_after) + 1
    const data = within.slice(from, from + limit)
    return { object: 'list', data, has_more: within.length > from + limit, url }
  })
}

function find(type: string): Call {
  return accept(z.strictObject({}), (state, id) => state.find(id, type))
}

export const calls: readonly (readonly [method: string, path: RegExp, call: Call])[] = [
  [
    'POST',
    /^\/v1\/customers$/,
    accept(newCustomer, (state, _id, fields) =>
      state.create('cus', 'customer', { ...fields, invoice_settings: { default_payment_method: null } }),
    ),
  ],
  ['GET', /^\/v1\/customers\/(\w+)$/, find('customer')],
  [
    'POST',
    /^\/v1\/customers\/(\w+)$/,
    accept(
      z.strictObject({
        email: z.string().optional(),
        name: z.string().optional(),
        invoice_settings: z.strictObject({ default_payment_method: z.string() }).optional(),
      }),
      async (state, id, { invoice_settings, ...fields }) => {
        const method = invoice_settings?.default_payment_method
        if (method !== undefined) await setDefaultMethod(state, id, method)
        return Object.keys(fields).length > 0 ? updateCustomer(state, id, fields) : state.find(id, 'customer')
      },
    ),
  ],
  ['DELETE', /^\/v1\/customers\/(\w+)$/, accept(none, deleteCustomer)],
  [
    'POST',
    /^\/v1\/checkout\/sessions$/,
    accept(newSession, async (state, _id, given) => {
      const {
        allowed_payment_method_types: _types,
        adaptive_pricing: _pricing,
        payment_intent_data,
        setup_intent_data,
        line_items,
        ...fields
      } = given
      const isPayment = given.mode === 'payment'
      if (isPayment !== (line_items !== undefined))
        throw invalidRequest('line_items do not fit the mode', { param: 'line_items' })
      const sum = line_items?.reduce((total, { quantity, price_data }) => total + quantity * price_data.unit_amount, 0)
      return createSession(state, {
        ...fields,
        inner: (isPayment ? payment_intent_data : setup_intent_data)?.metadata ?? {},
        amount: sum ?? null,
        name: line_items?.[0]?.price_data.product_data.name ?? null,
      })
    }),
  ],
  ['GET', /^\/v1\/checkout\/sessions$/, list('checkout.session', '/v1/checkout/sessions')],
  ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, accept(none, readSession)],
  ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, accept(none, expireSession)],
  ['GET', /^\/v1\/setup_intents\/(\w+)$/, find('setup_intent')],
  ['GET', /^\/v1\/payment_methods\/(\w+)$/, find('payment_method')],
  ['GET', /^\/v1\/payment_methods$/, list('payment_method', '/v1/payment_methods')],
  ['POST', /^\/v1\/payment_methods\/(\w+)\/detach$/, accept(none, detach)],
  [
    'POST',
    /^\/v1\/payment_intents$/,
    accept(newIntent, async (state, _id, { amount, customer, metadata: data, payment_method }) => {
      await state.findCustomer(customer)
      const method = await state.find(payment_method, 'payment_method')
      if (method['customer'] !== customer)
        throw invalidRequest('The payment method does not belong to the customer.', { param: 'payment_method' })
      const { intent, error } = await pay(state, { amount, customer, metadata: data }, method, false)
      // The refused payment is kept, so the failure is an answer and not thrown.
      return error ? { id: intent.id, failure: cardFailure(error, intent) } : intent
    }),
  ],
  ['GET', /^\/v1\/payment_intents$/, list('payment_intent', '/v1/payment_intents')],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, find('payment_intent')],
  [
    'POST',
    /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    accept(none, async (state, id) => {
      const intent = await state.find(id, 'payment_intent')
      if (intent['status'] === 'succeeded')
        throw invalidRequest('You cannot cancel this PaymentIntent because it has a status of succeeded.', {
          code: 'payment_intent_unexpected_state',
        })
      const canceled = await state.change(intent, { status: 'canceled' })
      await state.emit('payment_intent.canceled', canceled)
      return canceled
    }),
  ],
  ['GET', /^\/v1\/charges$/, list('charge', '/v1/charges')],
  ['GET', /^\/v1\/charges\/(\w+)$/, find('charge')],
  ['GET', /^\/v1\/refunds$/, list('refund', '/v1/refunds')],
  [
    'POST',
    /^\/v1\/refunds$/,
    accept(z.strictObject({ payment_intent: z.string(), amount: whole.min(1).optional() }), (state, _id, given) =>
      refund(state, given.payment_intent, given.amount),
    ),
  ],
  ['GET', /^\/v1\/disputes$/, list('dispute', '/v1/disputes')],
  ['GET', /^\/v1\/disputes\/(\w+)$/, find('dispute')],
  ['GET', /^\/v1\/events$/, list('event', '/v1/events')],
  ['GET', /^\/v1\/events\/(\w+)$/, find('event')],
  [
    'POST',
    /^\/v1\/billing_portal\/sessions$/,
    accept(
      z.strictObject({
        customer: z.string(),
        return_url: z.url(),
        locale: z.enum(['ja', 'en']),
        configuration: z.string().optional(),
      }),
      async (state, _id, given) => {
        await state.findCustomer(given.customer)
        const portal = await state.create('bps', 'billing_portal.session', given)
        const { origin } = new URL(given.return_url)
        return state.change(portal, { url: `${origin}/dev/stripe/portal/${portal.id}` })
      },
    ),
  ],
]

/** For tests and the page of the portal: a card as if the customer had entered it. */
export async function addCard(state: State, customer: string, number: string): Promise<ProviderObject> {
  const method = await createMethod(state, number, customer)
  await setDefaultMethod(state, customer, method.id)
  return method
}
