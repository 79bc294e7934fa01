// Completes the registration of a card: stores the card, starts the membership or the plan that waited for it, and mails
// the owner.
import type { Stripe } from 'stripe'
import { lockRequest } from '../../applications/store.ts'
import { markRequestApproved } from '../../applications/set-request-status.ts'
import { startSubscription } from '../../billing/subscriptions/start-subscription.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { cardRegisteredMail } from '../charges/mails/card-registered.ts'
import { mailPayer } from '../charges/mails/mail-payer.ts'
import { retryUnpaid } from '../charges/store/charges.ts'
import { getProvider } from '../provider/client.ts'
import { idOf } from '../provider/id-of.ts'
import { readCard } from '../provider/read-card.ts'
import { releaseCustomer } from '../provider/release-customer.ts'
import { reportDifference } from '../provider/report-difference.ts'
import { type Card, findCustomer, findPayer, setCard } from '../provider/store/customers.ts'
import { type CheckoutRow, endCheckout, lockCheckout } from './store/checkouts.ts'
import { endLink, findLink } from './store/links.ts'

export interface Setup {
  sessionId: string
  customer: string
  card: Card
}

/** The card that a completed session registered; null if the registration did not succeed. */
export async function readSetup(app: App, session: Stripe.Checkout.Session): Promise<Setup | null> {
  const { stripe } = await getProvider(app)
  const [intentId, customer] = [idOf(session.setup_intent), idOf(session.customer)]
  if (intentId === null || customer === null) return null
  const intent = await stripe.setupIntents.retrieve(intentId)
  const method = idOf(intent.payment_method)
  if (intent.status !== 'succeeded' || method === null) return null
  const card = await readCard(app, method)
  return card && { sessionId: session.id, customer, card }
}

type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

/** Why the plan of the link cannot start; null if it can be tried. */
async function obstacleOf(trx: Trx, link: Link): Promise<string | null> {
  if (link.request_id === null) return null
  const request = await lockRequest(trx, link.request_id)
  return request?.status === 'wait-setup' ? null : `the request is ${request?.status ?? 'deleted'}`
}

/** Starts what waited for the card. Returns false if it cannot start, for example because another contract is in force. */
async function start(app: App, trx: Trx, row: CheckoutRow, { sessionId }: Setup): Promise<boolean> {
  const workspaceId = row.workspace_id
  const link = row.link_id === null ? undefined : await findLink(trx, row.link_id)
  if (row.kind === 'plan' && (link === undefined || link.ended_at !== null)) return false
  const planId = link?.plan_id ?? null
  if (link) await endLink(trx, link.id)
  const refuse = async (reason: string): Promise<false> => {
    const detail = `plan ${planId} of request ${link?.request_id} was not started: ${reason}`
    if (planId !== null) await reportDifference(app, trx, { providerId: sessionId, kind: 'subscription', detail })
    return false
  }
  const obstacle = link ? await obstacleOf(trx, link) : null
  if (obstacle !== null) return refuse(obstacle)
  try {
    await startSubscription(trx, {
      workspaceId,
      planId,
      paymentType: 'credit_card',
      companyId: link?.company_id ?? null,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse(error.code)
  }
  if (link?.request_id) await markRequestApproved(trx, { requestId: link.request_id })
  return true
}

/**
 * Completes the registration once. The card is stored even if nothing can start; the mail says what happened. The card of a
 * workspace that was closed in the meantime is removed.
 */
export async function completeSetup(app: App, row: CheckoutRow, setup: Setup): Promise<void> {
  const { customer, card } = setup
  const { stripe } = await getProvider(app)
  // The provider's own pages show the same default.
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card.payment_method_id } })
  // Before the checkout ends, so that it is repeated after a failure.
  if ((await findPayer(app.db, row.workspace_id))?.is_closed) await releaseCustomer(app, row.workspace_id, customer)
  await app.db.transaction().execute(async (trx) => {
    const link = row.link_id === null ? undefined : await findLink(trx, row.link_id)
    if (link?.request_id) await lockRequest(trx, link.request_id)
    await lockWorkspace(trx, row.workspace_id)
    const current = await lockCheckout(trx, row.id)
    if (current?.status !== 'open') return
    await endCheckout(trx, row.id, 'completed')
    const payer = await findPayer(trx, row.workspace_id)
    if (!payer) return
    if (payer.is_closed) {
      const detail = `a card was registered for the closed workspace ${row.workspace_id}`
      return reportDifference(app, trx, { providerId: setup.sessionId, kind: 'workspace-deleted', detail })
    }
    const known = await findCustomer(trx, row.workspace_id)
    if (known?.provider_customer_id !== customer || !known.is_of_owner) {
      app.log.warn({ checkout: row.id, workspace: row.workspace_id }, 'a card was registered by a former owner')
      return
    }
    await setCard(trx, row.workspace_id, card)
    const isStarted = await start(app, trx, row, setup)
    await retryUnpaid(trx, row.workspace_id)
    await mailPayer(app, trx, row.workspace_id, (locale, values) =>
      cardRegisteredMail(locale, { ...values, ...card, isStarted }),
    )
  })
}
