// The link in the mail of an approved application: a card starts the plan and approves the request.
import { confirmSubscription, openSetupCheckout } from '@kaiwa/contract/payment.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { setRequestStatus } from '../../applications/set-request-status.ts'
import { insertRequest } from '../../applications/store.ts'
import { findTerms } from '../../billing/store/terms.ts'
import { closeWorkspace } from '../../membership/store/workspaces.ts'
import { createContract, createPlan } from '../../test/factories/contracts.ts'
import { enterCard, sessionIdOf } from '../../test/factories/payments.ts'
import { createOwner } from '../../test/factories/users.ts'
import { openPaymentTest } from '../../test/open-payment-test.ts'
import { deliverAll } from '../../test/stripe-server.ts'
import { createSetupLink } from './setup-link.ts'

const { server, test } = await openPaymentTest()
const planId = await createPlan(test.db)

/** An application that an operator approved: it waits for a card. */
async function createRequest(workspaceId: number, userId: number): Promise<number> {
  return test.db.transaction().execute(async (trx) => {
    const id = await insertRequest(trx, {
      plan_id: planId,
      payment_type: 'credit_card',
      company_name: '株式会社サンプル',
      department_name: null,
      contact_last_name: '山田',
      contact_first_name: '花子',
      contact_email: 'yamada@kaiwa.example',
      contact_phone: '0312345678',
      postal_code: '1000001',
      prefecture: '東京都',
      city: '千代田区',
      address_1: '千代田1-1',
      address_2: null,
      client_request_id: null,
      locale: 'ja',
      user_id: userId,
    })
    if (id === null) throw new Error('the request was not inserted')
    await setRequestStatus(trx, { requestId: id, status: 'wait-setup', decidedBy: null, workspaceId })
    return id
  })
}

async function createLink() {
  const owner = await createOwner(test.db, { plan: 'trial' })
  const requestId = await createRequest(owner.workspaceId, owner.id)
  const link = (origin?: string) =>
    test.db.transaction().execute((trx) =>
      createSetupLink(trx, {
        requestId,
        workspaceId: owner.workspaceId,
        planId,
        companyId: null,
        ...(origin === undefined ? {} : { origin }),
      }),
    )
  return { owner, requestId, link }
}

function tokenOf(address: string): string {
  return new URL(address, 'https://kaiwa.example').searchParams.get('token') ?? ''
}

function open(token: string) {
  return test.call(openSetupCheckout, { body: { token } })
}

async function statusOf(requestId: number) {
  const { rows } = await sql<{ status: string }>`
    select status from subscription_requests where id = ${requestId}`.execute(test.db)
  return rows[0]?.status
}

describe('the link of an approved application', () => {
  it('opens without signing in; the card starts the plan and approves the request', async () => {
    const { owner, requestId, link } = await createLink()
    const address = await link('https://kaiwa.example')
    expect(address).toMatch(/^https:\/\/kaiwa\.example\/setup-payment\?token=[\w-]{43}$/)
    const opened = await open(tokenOf(address))
    expect(opened.status).toBe(201)
    expect((await open(tokenOf(address))).body.url).toBe(opened.body.url)
    await enterCard(server, opened.body.url)
    await deliverAll(test, server)
    expect(await findTerms(test.db, owner.workspaceId)).toMatchObject({ plan_id: planId, payment_type: 'credit_card' })
    expect(await statusOf(requestId)).toBe('approved')
    expect(await open(tokenOf(address))).toMatchObject({ status: 404 })
    const session_id = sessionIdOf(opened.body.url)
    expect(await test.succeed(confirmSubscription, { body: { session_id } }, owner)).toMatchObject({
      status: 'completed',
    })
  })

  it('a new link replaces the former one', async () => {
    const { link } = await createLink()
    const [first, second] = [await link(), await link()]
    expect([(await open(tokenOf(first))).status, (await open(tokenOf(second))).status]).toEqual([404, 201])
  })

  it('ends after 30 days', async () => {
    const { owner, link } = await createLink()
    const token = tokenOf(await link())
    await sql`update payment_links set expires_at = expires_at - interval '30 days'
      where workspace_id = ${owner.workspaceId}`.execute(test.db)
    expect((await open(token)).status).toBe(404)
  })

  it('a workspace that its owner left for another one gets no plan', async () => {
    const { owner, requestId, link } = await createLink()
    const token = tokenOf(await link())
    const { url } = (await open(token)).body
    await test.db.transaction().execute((trx) => closeWorkspace(trx, owner.workspaceId))
    expect((await open(token)).status).toBe(404)
    await enterCard(server, url)
    await deliverAll(test, server)
    expect(await statusOf(requestId)).toBe('wait-setup')
    expect(await findTerms(test.db, owner.workspaceId)).toMatchObject({ trial_ends_at: expect.any(Date) })
    const found = await test.db
      .selectFrom('payment_differences')
      .select('kind')
      .where('provider_id', '=', sessionIdOf(url))
      .execute()
    expect(found).toEqual([{ kind: 'workspace-deleted' }])
    await test.db.deleteFrom('payment_differences').execute()
  })

  it('the database does not contain the token', async () => {
    const { link } = await createLink()
    const token = tokenOf(await link())
    const { rows } = await sql<{ row: string }>`select to_jsonb(payment_links)::text as row from payment_links`.execute(
      test.db,
    )
    expect(rows.filter(({ row }) => row.includes(token))).toEqual([])
  })

  it('a subscription that started in the meantime is kept, and the operator sees the difference', async () => {
    const owner = await createContract(test.db, { planId: await createPlan(test.db) })
    const requestId = await createRequest(owner.workspaceId, owner.id)
    const before = await findTerms(test.db, owner.workspaceId)
    const address = await test.db
      .transaction()
      .execute((trx) => createSetupLink(trx, { requestId, workspaceId: owner.workspaceId, planId, companyId: null }))
    const { url } = (await open(tokenOf(address))).body
    await enterCard(server, url)
    await deliverAll(test, server)
    expect(await findTerms(test.db, owner.workspaceId)).toEqual(before)
    expect(await statusOf(requestId)).toBe('wait-setup')
    expect(await open(tokenOf(address))).toMatchObject({ status: 404 })
    const mail = await test.db
      .selectFrom('mails')
      .select('text_body')
      .where('to_address', '=', owner.email)
      .where('subject', 'like', '%クレジットカードが登録されました')
      .executeTakeFirst()
    expect(mail?.text_body).toContain('この登録によって新しいご契約は開始していません。')
    expect(mail?.text_body).not.toContain('このカードへ請求します')
    const found = await test.db.selectFrom('payment_differences').select(['provider_id', 'kind']).execute()
    expect(found).toEqual([{ provider_id: sessionIdOf(url), kind: 'subscription' }])
  })
})
