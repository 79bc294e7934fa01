// Opens the page of a checkout at the provider. A repeated call continues the same checkout, so that a double click pays
// once: both calls find the same row and send its key as the idempotency key.
import type { Stripe } from 'stripe'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { ask, isMissing, isProviderError } from '../provider/client.ts'
import { applySession } from './apply-session.ts'
import { findSameCheckout, insertCheckout, type CheckoutRow, type NewCheckout, setSession } from './store/checkouts.ts'

type Params = Stripe.Checkout.SessionCreateParams

const NAMES = {
  ja: { point: (points: string) => `Kaiwa ポイント ${points}`, invoice: 'Kaiwa ご利用料金' },
  en: { point: (points: string) => `Kaiwa: ${points} points`, invoice: 'Kaiwa: your invoice' },
} as const

function nameOf({ kind, points, locale }: CheckoutRow): string {
  const texts = NAMES[locale as 'ja' | 'en']
  return kind === 'point' ? texts.point((points ?? 0).toLocaleString('en-US')) : texts.invoice
}

function paramsOf(row: CheckoutRow, customer: string): Params {
  const metadata = {
    checkout: row.key,
    workspace: String(row.workspace_id),
    ...(row.invoice_id === null ? {} : { invoice: String(row.invoice_id) }),
  }
  const common: Params = {
    customer,
    success_url: row.success_url,
    cancel_url: row.cancel_url,
    locale: row.locale,
    allowed_payment_method_types: ['card'],
    expires_at: Math.floor(row.expires_at.getTime() / 1000),
    metadata,
  }
  if (row.amount === null) return { ...common, mode: 'setup', currency: 'jpy', setup_intent_data: { metadata } }
  const price = { currency: 'jpy', unit_amount: row.amount, product_data: { name: nameOf(row) } }
  return {
    ...common,
    mode: 'payment',
    // Prices are in yen for everyone.
    adaptive_pricing: { enabled: false },
    line_items: [{ quantity: 1, price_data: price }],
    payment_intent_data: { metadata },
  }
}

/** Ends a session whose page was not shown. It may have ended already. */
async function endSession(app: App, sessionId: string): Promise<void> {
  await ask(app, (stripe) =>
    stripe.checkout.sessions.expire(sessionId).catch((error: unknown) => {
      if (!isProviderError(error, 'StripeInvalidRequestError')) throw error
    }),
  )
}

/** The address of the session's page; null if the session has ended. */
async function continueSession(app: App, sessionId: string): Promise<string | null> {
  const session = await ask(app, (stripe) =>
    stripe.checkout.sessions.retrieve(sessionId).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    }),
  )
  if (session?.status === 'open' && session.url) return session.url
  await ask(app, () => applySession(app, sessionId))
  return null
}

/**
 * The address of a checkout at the provider. `prepare` runs under the lock of the workspace: it checks whether the caller
 * may buy this now, and returns what is bought.
 */
export async function openSession(
  app: App,
  customer: string,
  prepare: (trx: Trx) => Promise<NewCheckout>,
): Promise<string> {
  // The first pass may find that the earlier session has ended.
  for (let pass = 0; pass < 2; pass += 1) {
    const row = await app.db.transaction().execute(async (trx) => {
      const wanted = await prepare(trx)
      return (await findSameCheckout(trx, wanted)) ?? insertCheckout(trx, wanted)
    })
    if (row.session_id !== null) {
      const url = await continueSession(app, row.session_id)
      if (url !== null) return url
      continue
    }
    const session = await ask(app, (stripe) =>
      stripe.checkout.sessions.create(paramsOf(row, customer), { idempotencyKey: `checkout:${row.key}` }),
    )
    const status = await setSession(app.db, row.id, session.id)
    if (status === 'open' && session.url) return session.url
    // The invoice was paid in the meantime, before this session was stored.
    if (status !== 'open') await endSession(app, session.id)
  }
  throw new Refusal('E_CONFLICT', { reason: 'checkout' })
}
