// After a transfer of the workspace the card of the former owner is not charged, and the new owner is asked for one.
import {
  confirmSubscription,
  getBillingPortal,
  getCurrentPayment,
  openMembershipCheckout,
  openSetupCheckout,
} from '@kaiwa/contract/payment.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { describe, expect, it } from 'vitest'
import { findTerms } from '../../billing/store/terms.ts'
import { createInvoice, createMemberWithCard, enterCard, sessionIdOf } from '../../test/factories/payments.ts'
import { createMember, createOwner, type TestOwner, transferWorkspace } from '../../test/factories/users.ts'
import { openPaymentTest } from '../../test/open-payment-test.ts'
import { readMails, tokenIn } from '../../test/read-mails.ts'
import { deliverAll } from '../../test/stripe-server.ts'
import { findCustomer } from '../provider/store/customers.ts'
import { addCard } from '../stand-in/api.ts'
import { reconcile } from '../webhook/reconcile.ts'
import { chargeInvoice } from './charge-invoice.ts'

const { server, test } = await openPaymentTest()

async function createDebtor() {
  const owner = await createMemberWithCard(test, server)
  const heir = await createMember(test.db, owner, ROLE.manager)
  return { owner, heir, invoiceId: await createInvoice(test.db, owner) }
}

async function customerOf({ workspaceId }: Pick<TestOwner, 'workspaceId'>): Promise<string> {
  return (await findCustomer(test.db, workspaceId))?.provider_customer_id ?? ''
}

function cardsAt(customer: string) {
  return server.act((state) => state.list('payment_method', { customer }))
}

function paidAt(customer: string) {
  return server.act((state) => state.list('payment_intent', { customer, status: 'succeeded' }))
}

async function chargesOf(invoiceId: number) {
  return test.db
    .selectFrom('charges')
    .select(['attempt', 'status', 'error'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
}

describe('an invoice after a transfer', () => {
  it('is not charged to the card of the former owner; the new owner is asked for a card, and pays with it', async () => {
    const { owner, heir, invoiceId } = await createDebtor()
    const former = await customerOf(owner)
    await transferWorkspace(test.db, owner, heir)
    expect((await test.succeed(getCurrentPayment, {}, heir)).card).toBeNull()

    await chargeInvoice(test.app, invoiceId)
    await deliverAll(test, server)
    expect([await paidAt(former), await cardsAt(former)]).toEqual([[], []])
    expect(await chargesOf(invoiceId)).toEqual([{ attempt: 1, status: 'failed', error: 'no-card' }])
    const [mail] = await readMails(test, heir)
    expect(mail?.subject).toBe('【Kaiwa】クレジットカードのご登録をお願いします')
    expect(mail?.text_body).toContain('クレジットカードが登録されていません')

    const { url } = await test.succeed(getBillingPortal, {}, heir)
    const portal = await server.act((state) => state.find(sessionIdOf(url), 'billing_portal.session'))
    const customer = String(portal['customer'])
    expect(await server.stripe.customers.retrieve(customer)).toMatchObject({ email: heir.email })
    await server.act((state) => addCard(state, customer, '5555555555554444'))
    await deliverAll(test, server)
    expect((await test.succeed(getCurrentPayment, {}, heir)).card).toMatchObject({ last4: '4444' })
    await chargeInvoice(test.app, invoiceId)
    await deliverAll(test, server)
    expect([(await paidAt(customer)).length, (await paidAt(former)).length]).toEqual([1, 0])
    expect((await chargesOf(invoiceId)).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  })

  it('that was charged before it, without an answer, is paid and not charged again', async () => {
    const { owner, heir, invoiceId } = await createDebtor()
    const former = await customerOf(owner)
    server.losesAnswerOf = /^POST \/v1\/payment_intents$/
    await expect(chargeInvoice(test.app, invoiceId)).rejects.toThrow('connection to Stripe')
    server.losesAnswerOf = null
    await transferWorkspace(test.db, owner, heir)
    await chargeInvoice(test.app, invoiceId)
    expect((await paidAt(former)).length).toBe(1)
    expect(await chargesOf(invoiceId)).toEqual([{ attempt: 1, status: 'succeeded', error: null }])
  })

  it('whose attempt had not reached the provider before the transfer is not charged to the former card', async () => {
    const { owner, heir, invoiceId } = await createDebtor()
    const former = await customerOf(owner)
    await test.db
      .insertInto('charges')
      .values({
        invoice_id: invoiceId,
        workspace_id: owner.workspaceId,
        attempt: 1,
        amount: 1100,
        payment_method_id: (await findCustomer(test.db, owner.workspaceId))?.payment_method_id ?? '',
      })
      .execute()
    await transferWorkspace(test.db, owner, heir)
    await chargeInvoice(test.app, invoiceId)
    expect(await paidAt(former)).toEqual([])
    expect(await chargesOf(invoiceId)).toEqual([{ attempt: 1, status: 'failed', error: 'no-card' }])
  })

  it('can no longer be paid by the link that the former owner got', async () => {
    const owner = await createMemberWithCard(test, server, { card: '4000000000000341' })
    const heir = await createMember(test.db, owner, ROLE.manager)
    const invoiceId = await createInvoice(test.db, owner)
    await chargeInvoice(test.app, invoiceId)
    const token = tokenIn((await readMails(test, owner)).at(-1)?.text_body ?? '')
    await test.succeed(openSetupCheckout, { body: { token } })
    await transferWorkspace(test.db, owner, heir)
    expect((await test.call(openSetupCheckout, { body: { token } })).status).toBe(404)
    // The end of the page is a job, whose event follows.
    await deliverAll(test, server)
    await deliverAll(test, server)
    const open = await test.db
      .selectFrom('checkouts')
      .select('status')
      .where('invoice_id', '=', invoiceId)
      .where('status', '=', 'open')
      .execute()
    expect(open).toEqual([])
  })
})

it('a card that the former owner registers after a transfer starts nothing and is not kept', async () => {
  const owner = await createOwner(test.db, { plan: 'trial' })
  const heir = await createMember(test.db, owner, ROLE.manager)
  const { url } = await test.succeed(openMembershipCheckout, { body: { back_url: '/' } }, owner)
  await transferWorkspace(test.db, owner, heir)
  await enterCard(server, url)
  await deliverAll(test, server)
  expect(await findTerms(test.db, owner.workspaceId)).toMatchObject({ trial_ends_at: expect.any(Date) })
  expect((await findCustomer(test.db, owner.workspaceId))?.payment_method_id).toBeNull()
  const confirm = { body: { session_id: sessionIdOf(url) } }
  expect((await test.call(confirmSubscription, confirm, owner)).status).toBe(403)
  // The new owner opens a checkout.
  const own = await test.succeed(openMembershipCheckout, { body: { back_url: '/' } }, heir)
  await enterCard(server, own.url, '5555555555554444')
  await deliverAll(test, server)
  expect(await findTerms(test.db, owner.workspaceId)).toMatchObject({ plan_id: null, trial_ends_at: null })
  expect((await test.succeed(getCurrentPayment, {}, heir)).card).toMatchObject({ last4: '4444' })
})

it('the nightly comparison removes cards of former owners at the provider', async () => {
  const { owner, heir } = await createDebtor()
  const former = await customerOf(owner)
  await transferWorkspace(test.db, owner, heir)
  await reconcile(test.app)
  await reconcile(test.app)
  expect([await cardsAt(former), await customerOf(owner)]).toEqual([[], ''])
})
