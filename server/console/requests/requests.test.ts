import * as contract from '@kaiwa/contract/admin-requests.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findTerms } from '../../billing/store/terms.ts'
import { createOperator, createPlan, createRequest, type RequestOptions } from '../../test/factories/operators.ts'
import { createMember, createOwner, createUser, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { readMails } from '../../test/read-mails.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'

let test: TestApp
let operator: TestUser
let plan: { id: number; name: string }
beforeAll(async () => {
  test = await openTestApp()
  operator = await createOperator(test.db)
  plan = await createPlan(test.db, { name: 'premium-test' })
})
afterAll(() => test.close())

function request(options: Partial<RequestOptions> = {}) {
  return createRequest(test.db, { planId: plan.id, ...options })
}

function approve(requestId: number, as = operator) {
  return test.call(contract.approveSubscriptionRequest, { params: { requestId } }, as)
}

function reject(requestId: number, as = operator) {
  return test.call(contract.rejectSubscriptionRequest, { params: { requestId } }, as)
}

async function accountOf(email: string) {
  return test.db
    .selectFrom('users')
    .leftJoin('workspaces', 'workspaces.owner_id', 'users.id')
    .select(['users.id', 'workspaces.id as workspaceId', 'email_verified_at', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

describe('the list of requests', () => {
  it('ADMIN-14 ADMIN-17 ADMIN-37 GET answers requests that wait, with all fields, unless another status is asked for', async () => {
    expect([contract.listSubscriptionRequests.method, contract.listSubscriptionRequests.path]).toEqual([
      'GET',
      '/admin/subscription-requests',
    ])
    const { id, email } = await request({ company: '一覧物産', department: '営業部', building: '見本ビル5F' })
    const { id: rejected } = await request({ company: '一覧物産' })
    await reject(rejected)
    const list = (query: object) =>
      test.succeed(contract.listSubscriptionRequests, { query: { query: '一覧物産', ...query } }, operator)
    const { data, total } = await list({})
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({
      id,
      status: 'created',
      plan_name: 'premium-test',
      payment_type: 'monthly',
      company_name: '一覧物産',
      department_name: '営業部',
      contact_name: '佐藤 次郎',
      contact_email: email,
      contact_phone: '0312345678',
      postal_code: '100-0001',
      prefecture: '東京都',
      city: '千代田区',
      address_1: '千代田1-1',
      address_2: '見本ビル5F',
      account: null,
      was_signed_in: false,
      workspace_owner: null,
      can: { approve: true, reject: true, resend: false, withdraw: false },
    })
    const found = await list({ status: 'rejected' })
    expect(found.data.map((row) => [row.id, row.can])).toEqual([
      [rejected, { approve: false, reject: false, resend: false, withdraw: false }],
    ])
    expect((await list({ status: 'all' })).total).toBe(2)
  })
})

describe('approving', () => {
  it.each(['monthly', 'yearly'] as const)(
    'ADMIN-40 a %s request starts the contract, for an invited account with a link to its first password',
    async (paymentType) => {
      const { id, email } = await request({ paymentType })
      expect(await approve(id)).toMatchObject({ status: 200, body: { id, status: 'approved' } })
      const account = await accountOf(email)
      expect(account).toMatchObject({ email_verified_at: null, password_hash: null })
      const terms = await findTerms(test.db, account?.workspaceId ?? 0)
      expect(terms).toMatchObject({ plan_name: 'premium-test', payment_type: paymentType, trial_ends_at: null })
      const company = await test.db
        .selectFrom('companies')
        .select(['name', 'contact_email'])
        .where('id', '=', terms?.company_id ?? 0)
        .executeTakeFirst()
      expect(company).toEqual({ name: '見本商事', contact_email: email })
      const [mail, ...others] = await readMails(test, { email })
      expect([mail?.subject, others]).toEqual(['【Kaiwa】ご利用開始のご案内', []])
      expect(mail?.text_body).toMatch(/\/reset-password\/change\?token=\S+&is_set_password=1/)
    },
  )

  it('a signed-in owner keeps the workspace, whose trial ends; the contact and the owner are mailed', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    const { id, email } = await request({ userId: owner.id })
    expect((await approve(id)).status).toBe(200)
    expect(await findTerms(test.db, owner.workspaceId)).toMatchObject({ plan_name: 'premium-test' })
    expect(await accountOf(email)).toBeUndefined()
    for (const address of [email, owner.email]) {
      const [mail] = await readMails(test, { email: address })
      expect(mail?.text_body).toContain('/mypage/payment')
      expect(mail?.text_body).not.toContain('token=')
    }
  })

  it('ADMIN-08 a request with a card waits for it: nothing starts, and the mail has the link to register it', async () => {
    const { id, email } = await request({ paymentType: 'credit_card' })
    expect(await approve(id)).toMatchObject({ status: 200, body: { id, status: 'wait-setup' } })
    const account = await accountOf(email)
    expect(account?.workspaceId).not.toBeNull()
    expect(await findTerms(test.db, account?.workspaceId ?? 0)).toBeUndefined()
    const [mail] = await readMails(test, { email })
    expect(mail?.subject).toBe('【Kaiwa】クレジットカード登録のご案内')
    expect(mail?.text_body).toMatch(/https?:\/\/\S+\/setup-payment\?token=/)
    expect(mail?.text_body).toContain('このリンクの有効期限は30日です。')
    const { days } = await test.db
      .selectFrom('payment_links')
      .select(sql<number>`(extract(epoch from expires_at - now()) / 86400)::integer`.as('days'))
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(days).toBe(30)
  })

  it('ADMIN-09 ADMIN-41 a decided request can be neither approved nor rejected', async () => {
    const [approved, waiting, rejected] = [
      await request(),
      await request({ paymentType: 'credit_card' }),
      await request(),
    ]
    await approve(approved.id)
    await approve(waiting.id)
    expect(await reject(rejected.id)).toMatchObject({ status: 200, body: { status: 'rejected' } })
    for (const { id } of [approved, waiting, rejected])
      for (const decide of [approve, reject])
        expect(await decide(id)).toMatchObject({ status: 409, body: { error: 'E_CONFLICT', reason: 'status' } })
    expect(await accountOf(rejected.email)).toBeUndefined()
    expect(await readMails(test, rejected)).toEqual([])
    expect((await approve(2_000_000_000)).status).toBe(404)
  })

  it('two simultaneous operators give one contract, one mail and one row of the log', async () => {
    const second = await createOperator(test.db)
    const { id, email } = await request()
    const answers = await Promise.all([approve(id), approve(id, second), reject(id, second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const { rows } = {
      rows: await test.db
        .selectFrom('operator_actions')
        .selectAll()
        .where('subject', '=', 'request')
        .where('subject_id', '=', id)
        .execute(),
    }
    expect(rows).toHaveLength(1)
    expect(await readMails(test, { email })).toHaveLength(answers[2]?.status === 200 ? 0 : 1)
  })

  it.each([
    ['member', async () => (await createMember(test.db, await createOwner(test.db), ROLE.member)).id],
    ['disabled', async () => (await createUser(test.db, { isDisabled: true })).id],
    ['subscription', async () => (await createOwner(test.db)).id],
  ])('is refused with the reason %s, and changes nothing', async (reason, applicant) => {
    for (const paymentType of ['monthly', 'credit_card'] as const) {
      const { id } = await request({ userId: await applicant(), paymentType })
      await expectRefused(id, reason)
    }
  })

  async function expectRefused(id: number, reason: string) {
    const counted = () =>
      test.db
        .selectFrom('companies')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirst()
    const before = await counted()
    expect(await approve(id)).toMatchObject({ status: 409, body: { error: 'E_CONFLICT', reason } })
    expect(await counted()).toEqual(before)
    const row = await test.db
      .selectFrom('subscription_requests')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.status).toBe('created')
  }
})

describe('a request that waits for a card', () => {
  const resend = (requestId: number, as = operator) =>
    test.call(contract.resendSetupLink, { params: { requestId } }, as)
  const withdraw = (requestId: number, as = operator) =>
    test.call(contract.withdrawApproval, { params: { requestId } }, as)

  async function waiting(options: Partial<RequestOptions> = {}) {
    const created = await request({ paymentType: 'credit_card', ...options })
    expect((await approve(created.id)).body).toMatchObject({ status: 'wait-setup' })
    return created
  }

  function linksOf(requestId: number) {
    return test.db.selectFrom('payment_links').selectAll().where('request_id', '=', requestId).orderBy('id').execute()
  }

  async function actionsOn(requestId: number) {
    const rows = await test.db
      .selectFrom('operator_actions')
      .select('action')
      .where('subject', '=', 'request')
      .where('subject_id', '=', requestId)
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action)
  }

  it('gets a new link for the same workspace and company; the former link ends', async () => {
    expect(contract.resendSetupLink.path).toBe('/admin/subscription-requests/{requestId}/setup-link')
    const { id, email } = await waiting()
    expect(await resend(id)).toMatchObject({ status: 200, body: { id, status: 'wait-setup' } })
    const [former, latest, ...others] = await linksOf(id)
    expect([former?.ended_at, latest?.ended_at, others]).toEqual([expect.any(Date), null, []])
    expect(latest).toMatchObject({
      workspace_id: former?.workspace_id,
      company_id: former?.company_id,
      plan_id: former?.plan_id,
    })
    const mails = await readMails(test, { email })
    const urls = mails.map(({ text_body: text }) => /token=(\S+)/.exec(text ?? '')?.[1])
    expect([urls.length, new Set(urls).size]).toEqual([2, 2])
    expect(await actionsOn(id)).toEqual(['request.approve', 'request.resend'])
  })

  it('ADMIN-08 is rejected when the approval is withdrawn, once; its link ends', async () => {
    expect(contract.withdrawApproval.path).toBe('/admin/subscription-requests/{requestId}/withdraw')
    const { id, email } = await waiting()
    const answers = await Promise.all([withdraw(id), withdraw(id, await createOperator(test.db))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await linksOf(id)).map(({ ended_at: ended }) => ended)).toEqual([expect.any(Date)])
    expect(await readMails(test, { email })).toHaveLength(1)
    for (const act of [resend, withdraw, approve, reject])
      expect(await act(id)).toMatchObject({ status: 409, body: { reason: 'status' } })
    expect(await actionsOn(id)).toEqual(['request.approve', 'request.withdraw'])
  })

  it('is offered both steps; a request that does not wait is refused both', async () => {
    const { id, email } = await waiting()
    const { data } = await test.succeed(
      contract.listSubscriptionRequests,
      { query: { query: email, status: 'wait-setup' } },
      operator,
    )
    expect(data.map((row) => [row.id, row.can])).toEqual([
      [id, { approve: false, reject: false, resend: true, withdraw: true }],
    ])
    const { id: created } = await request({ paymentType: 'credit_card' })
    for (const act of [resend, withdraw]) {
      expect(await act(created)).toMatchObject({ status: 409, body: { reason: 'status' } })
      expect((await act(2_000_000_000)).status).toBe(404)
    }
  })

  it('gets no new link once another contract is in force', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    const { id } = await waiting({ userId: owner.id })
    await test.db
      .updateTable('subscriptions')
      .set({ trial_ends_at: null })
      .where('workspace_id', '=', owner.workspaceId)
      .execute()
    expect(await resend(id)).toMatchObject({ status: 409, body: { reason: 'subscription' } })
    expect(await linksOf(id)).toHaveLength(1)
  })
})

it('the list shows who was signed in when applying, and the owner of the workspace that gets the contract', async () => {
  const owner = await createOwner(test.db, { plan: 'trial', last_name: '別人', first_name: '太郎' })
  const { id, email } = await request({ userId: owner.id })
  const known = await createUser(test.db)
  await request({ email: known.email })
  const rowOf = async (query: string) =>
    (await test.succeed(contract.listSubscriptionRequests, { query: { query } }, operator)).data[0]
  const person = { id: owner.id, name: '別人 太郎', email: owner.email }
  expect(await rowOf(email)).toMatchObject({ id, account: person, was_signed_in: true, workspace_owner: person })
  expect(await rowOf(known.email)).toMatchObject({
    account: { id: known.id, email: known.email },
    was_signed_in: false,
    workspace_owner: null,
  })
})
