import { randomUUID } from 'node:crypto'
import * as contract from '@kaiwa/contract/applications.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPlanVersion, requestBody, requestsWithPlan } from '../test/factories/subscription-requests.ts'
import { createUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { readMails } from '../test/read-mails.ts'
import { cardPayment } from './extension-points.ts'
import { markRequestApproved, setRequestStatus } from './set-request-status.ts'
import { insertRequest } from './store.ts'

let test: TestApp
let planId: number
beforeAll(async () => {
  test = await openTestApp()
  planId = await createPlanVersion(test.db, { name: 'premium' })
})
afterAll(() => test.close())
beforeEach(() => test.db.deleteFrom('rate_limits').execute())

function newBody() {
  return { ...requestBody(), plan_id: planId }
}

type Body = ReturnType<typeof newBody> & { locale?: 'ja' | 'en'; request_id?: string }

function create(
  body: Body,
  options: { as?: { token: string }; headers?: Record<string, string>; address?: string } = {},
) {
  const { as, headers = {}, address = '127.0.0.1' } = options
  return test.call(contract.createSubscriptionRequest, { body }, as, { headers, remoteAddress: address })
}

function stored(email: string) {
  return requestsWithPlan(test.db).where('contact_email', '=', email).orderBy('request.id').execute()
}

describe('validation', () => {
  it('APPLY-15 answers success for a valid request and stores nothing', async () => {
    const body = newBody()
    const { status, body: answer } = await test.call(contract.validateSubscriptionRequest, { body })
    expect([status, answer]).toEqual([200, { success: true }])
    expect(await stored(body.contact_email)).toEqual([])
    expect(await readMails(test, { email: body.contact_email })).toEqual([])
  })

  it('APPLY-14 names the fields that are refused, with codes', async () => {
    const response = await test.http.inject({
      method: 'POST',
      url: '/api/subscription-requests/validate',
      payload: {
        ...newBody(),
        company_name: '',
        contact_email: 'aoi',
        contact_phone: '03-1234-5678',
        postal_code: '1',
        prefecture: undefined,
        policy: false,
      },
    })
    expect([response.statusCode, response.json()]).toEqual([
      422,
      {
        error: 'E_UNPROCESSABLE_ENTITY',
        errors: {
          company_name: ['required'],
          contact_email: ['format'],
          contact_phone: ['format'],
          postal_code: ['format'],
          prefecture: ['required'],
          policy: ['required'],
        },
      },
    ])
  })

  it('refuses a plan that a company cannot choose now', async () => {
    const { db } = test
    const later = { validFrom: '2999-01-01' }
    const old = await createPlanVersion(db, { name: 'basic' })
    const newer = await createPlanVersion(db, { name: 'basic', validFrom: '2021-01-01' })
    const coming = await createPlanVersion(db, { name: 'basic', ...later })
    const refused = [
      old,
      coming,
      await createPlanVersion(db, { name: 'ended', validUntil: '2021-01-01' }),
      await createPlanVersion(db, { name: 'personal', audience: 'personal' }),
      await createPlanVersion(db, { name: 'try', audience: 'trial' }),
      2_147_483_647,
    ]
    for (const plan_id of refused) {
      const body = { ...newBody(), plan_id }
      for (const operation of [contract.validateSubscriptionRequest, contract.createSubscriptionRequest]) {
        const { status, errors } = await test.call(operation, { body })
        expect([plan_id, status, errors]).toEqual([plan_id, 422, { plan_id: ['incorrect'] }])
      }
    }
    const still = await createPlanVersion(db, { name: 'leaving', validUntil: '2999-01-01' })
    for (const plan_id of [newer, still]) {
      const { status } = await test.call(contract.validateSubscriptionRequest, { body: { ...newBody(), plan_id } })
      expect([plan_id, status]).toEqual([plan_id, 200])
    }
  })

  it('refuses payment by card with a reason where cards are not configured', async () => {
    const before = cardPayment.get()
    cardPayment.provide(() => false)
    try {
      const body = { ...newBody(), payment_type: 'credit_card' as const }
      const response = await test.http.inject({
        method: 'POST',
        url: '/api/subscription-requests/validate',
        payload: body,
      })
      expect([response.statusCode, response.json()]).toEqual([
        422,
        { error: 'E_UNPROCESSABLE_ENTITY', reason: 'card.not-set', errors: { payment_type: ['incorrect'] } },
      ])
      expect((await create(body)).status).toBe(422)
      expect((await create(newBody())).status).toBe(201)
    } finally {
      cardPayment.provide(before)
    }
  })
})

describe('creation', () => {
  it('APPLY-16 stores the request and answers its payment type', async () => {
    const body = { ...newBody(), contact_phone: '０３ １２３４ ５６７８', postal_code: '1000001', address_2: ' ' }
    const { status, body: answer } = await create(body)
    expect([status, answer]).toEqual([201, { payment_type: 'monthly' }])
    const { term: _term, policy: _policy, ...content } = body
    expect(await stored(body.contact_email)).toMatchObject([
      {
        ...content,
        contact_phone: '0312345678',
        postal_code: '100-0001',
        address_2: null,
        status: 'created',
        plan_name: 'premium',
        locale: 'ja',
        user_id: null,
        decided_by: null,
        decided_at: null,
        workspace_id: null,
      },
    ])
  })

  it('remembers who was signed in', async () => {
    const user = await createUser(test.db)
    const body = newBody()
    await create(body, { as: user })
    expect(await stored(body.contact_email)).toMatchObject([{ user_id: user.id }])
  })

  it('stores and mails once for many simultaneous copies of a call', async () => {
    const body = { ...newBody(), request_id: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(body)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(await stored(body.contact_email)).toHaveLength(1)
    expect(await readMails(test, { email: body.contact_email })).toHaveLength(1)
  })

  it('stores the same content once within minutes, also without an id of the client', async () => {
    const body = newBody()
    await Promise.all([create(body), create(body)])
    await create({ ...body, request_id: randomUUID(), contact_email: body.contact_email })
    expect(await stored(body.contact_email)).toHaveLength(1)
    // Another department is another request.
    await create({ ...body, department_name: '総務部' })
    expect(await stored(body.contact_email)).toHaveLength(2)
    await test.db
      .updateTable('subscription_requests')
      .set({ created_at: new Date(Date.now() - 3_600_000).toISOString() })
      .where('contact_email', '=', body.contact_email)
      .execute()
    await create(body)
    expect(await stored(body.contact_email)).toHaveLength(3)
  })
})

describe('mails', () => {
  it('APPLY-05 confirms to the applicant in their language', async () => {
    const ja = newBody()
    await create(ja, { headers: { 'accept-language': 'ja,en;q=0.5' } })
    const [mail] = await readMails(test, { email: ja.contact_email })
    expect(mail?.subject).toBe('【Kaiwa】法人プランのお申し込みを受け付けました')
    expect(mail?.text_body).toContain(`${ja.company_name}\n佐藤 葵 様`)
    expect(mail?.text_body).toContain('プラン：プレミアム')
    expect(mail?.text_body).toContain('3営業日以内に担当者よりご連絡いたします。')
    const en = { ...newBody(), payment_type: 'credit_card' as const, locale: 'en' as const }
    await create(en, { headers: { 'accept-language': 'ja' } })
    const [english] = await readMails(test, { email: en.contact_email })
    expect(english?.subject).toBe('Kaiwa: we received your application')
    expect(english?.text_body).toContain('Plan: Premium')
    expect(english?.text_body).toContain('the registration form for your credit card')
  })

  it('notifies each operator once, in their language, and no other user', async () => {
    const operator = await createUser(test.db, { isOperator: true, locale: 'en' })
    const disabled = await createUser(test.db, { isOperator: true, isDisabled: true })
    const unverified = await createUser(test.db, { isOperator: true, isVerified: false })
    const body = { ...newBody(), company_name: '株式会社 https://evil.example' }
    await create(body)
    const mails = await readMails(test, operator)
    expect(mails.map(({ subject }) => subject)).toEqual(['Kaiwa: application of 株式会社 evil․example'])
    expect(mails[0]?.text_body).toContain('/admin/subscription-requests')
    expect([await readMails(test, disabled), await readMails(test, unverified)]).toEqual([[], []])
    await test.db.updateTable('users').set({ is_operator: false }).execute()
  })

  it('contains no link of a stranger', async () => {
    const body = {
      ...newBody(),
      company_name: 'Win http://evil.example now\u2060',
      contact_last_name: 'www.evil.example',
    }
    expect((await create(body)).status).toBe(201)
    const [mail] = await readMails(test, { email: body.contact_email })
    expect(mail?.text_body).not.toContain('evil.example')
    expect(mail?.html_body).not.toContain('evil.example')
  })

  it('answers the same for the address of an account', async () => {
    const user = await createUser(test.db)
    const known = await create({ ...newBody(), contact_email: user.email })
    const unknown = await create(newBody())
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    expect((await readMails(test, user)).map(({ subject }) => subject)).toEqual([
      '【Kaiwa】法人プランのお申し込みを受け付けました',
    ])
  })
})

describe('floods', () => {
  it('refuses a network with more than 20 requests in an hour, and accepts others', async () => {
    const address = '198.51.100.7'
    const statuses: number[] = []
    for (let call = 0; call < 21; call += 1) statuses.push((await create(newBody(), { address })).status)
    expect(statuses).toEqual([...Array<number>(20).fill(201), 429])
    expect((await create(newBody(), { address: '198.51.100.8' })).status).toBe(201)
  })

  it('mails one address five times a day from all networks, and still stores its requests', async () => {
    const body = newBody()
    for (let call = 0; call < 7; call += 1)
      await create({ ...body, department_name: `部署${call}` }, { address: `203.0.113.${call}` })
    expect(await stored(body.contact_email)).toHaveLength(7)
    expect(await readMails(test, { email: body.contact_email })).toHaveLength(5)
  })

  it('repeated requests do not count as mails', async () => {
    const body = newBody()
    for (let call = 0; call < 8; call += 1) await create(body, { address: `203.0.113.${100 + call}` })
    await create({ ...body, department_name: '総務部' }, { address: '203.0.113.120' })
    expect(await readMails(test, { email: body.contact_email })).toHaveLength(2)
  })

  it('refuses one network that sends more than 10 requests with one address', async () => {
    const body = newBody()
    const statuses: number[] = []
    for (let call = 0; call < 11; call += 1)
      statuses.push((await create({ ...body, department_name: `部署${call}` })).status)
    expect(statuses).toEqual([...Array<number>(10).fill(201), 429])
  })
})

describe('ADMIN-09 decisions', () => {
  async function newRequest() {
    const { term: _term, policy: _policy, ...content } = newBody()
    const row = { ...content, client_request_id: null, locale: 'ja' as const, user_id: null }
    return (await test.db.transaction().execute((trx) => insertRequest(trx, row)))!
  }

  function decide(requestId: number, status: contract.RequestStatus, decidedBy: number | null = null) {
    return test.db
      .transaction()
      .execute((trx) => setRequestStatus(trx, { requestId, status, decidedBy }))
      .then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
  }

  async function statusOf(id: number) {
    return requestsWithPlan(test.db).where('request.id', '=', id).executeTakeFirstOrThrow()
  }

  it.each([
    [['approved'], ['done']],
    [['rejected'], ['done']],
    [
      ['wait-setup', 'approved'],
      ['done', 'done'],
    ],
    [
      ['wait-setup', 'rejected', 'approved'],
      ['done', 'done', 'E_CONFLICT'],
    ],
    [
      ['approved', 'rejected'],
      ['done', 'E_CONFLICT'],
    ],
    [
      ['rejected', 'approved'],
      ['done', 'E_CONFLICT'],
    ],
    [
      ['approved', 'approved'],
      ['done', 'E_CONFLICT'],
    ],
    [['created'], ['E_CONFLICT']],
  ] as [contract.RequestStatus[], string[]][])('created → %j: %j', async (statuses, outcomes) => {
    const id = await newRequest()
    const found: string[] = []
    for (const status of statuses) found.push(await decide(id, status))
    expect(found).toEqual(outcomes)
  })

  it('only one of two operators decides', async () => {
    const id = await newRequest()
    const { id: operator } = await createUser(test.db)
    const found = await Promise.all([decide(id, 'approved', operator), decide(id, 'rejected', operator)])
    expect(found.toSorted()).toEqual(['E_CONFLICT', 'done'])
    expect((await statusOf(id)).decided_by).toBe(operator)
  })

  it('a registered card approves a waiting request once, and no other', async () => {
    const id = await newRequest()
    const approve = () => test.db.transaction().execute((trx) => markRequestApproved(trx, { requestId: id }))
    await expect(approve()).rejects.toMatchObject({ code: 'E_CONFLICT' })
    const { id: operator } = await createUser(test.db)
    await decide(id, 'wait-setup', operator)
    await Promise.all([approve(), approve()])
    expect(await statusOf(id)).toMatchObject({ status: 'approved', decided_by: operator })
  })
})
