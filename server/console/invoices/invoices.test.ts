import { randomUUID } from 'node:crypto'
import { getDashboard } from '@kaiwa/contract/admin-console.ts'
import * as contract from '@kaiwa/contract/admin-invoices.ts'
import { exportSubscriptionRequests } from '@kaiwa/contract/admin-requests.ts'
import { exportSubscriptions } from '@kaiwa/contract/admin-subscriptions.ts'
import { exportUsers, listUsers } from '@kaiwa/contract/admin-users.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertBillingRow } from '../../billing/store/billing-ledger.ts'
import { buyInvoicedPoints, closeAt, createCompanyContract, inJapan } from '../../test/factories/invoices.ts'
import { createInvoice, createOperator, createPlan, createRequest } from '../../test/factories/operators.ts'
import { createOwner, createUser, type TestOwner, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
let operator: TestUser
let owner: TestOwner
beforeAll(async () => {
  test = await openTestApp()
  operator = await createOperator(test.db)
  owner = await createOwner(test.db, { first_name: '歴', last_name: '史' })
})
afterAll(() => test.close())

function markPaid(invoiceId: number, as = operator) {
  return test.call(contract.markInvoicePaid, { params: { invoiceId } }, as)
}

describe('invoices', () => {
  it('ADMIN-06 ADMIN-15 ADMIN-17 ADMIN-37 GET answers pending invoices with all fields, unless another status is asked for', async () => {
    expect([contract.listInvoices.method, contract.listInvoices.path]).toEqual(['GET', '/admin/invoices'])
    const name = `請求先${randomUUID()}`
    const pending = await createInvoice(test.db, owner, { company: name })
    const paid = await createInvoice(test.db, owner, { company: name, status: 'paid' })
    const failed = await createInvoice(test.db, owner, { company: name, status: 'failed' })
    const list = (query: object = {}) =>
      test.succeed(contract.listInvoices, { query: { query: name, ...query } }, operator)
    const { data } = await list()
    expect(data).toEqual([
      {
        id: pending.id,
        status: 'pending',
        kind: 'invoice',
        invoice_number: pending.number,
        payment_type: 'monthly',
        company: {
          name,
          contact_name: '佐藤 次郎',
          contact_email: 'sato@company.example',
          contact_phone: '0312345678',
        },
        issue_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        due_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        start_date: expect.any(String),
        end_date: expect.any(String),
        price_id: null,
        prod_id: null,
        subtotal: 10_000,
        tax: 1_000,
        total: 11_000,
        paid_at: null,
        can: { mark_paid: true, download: true },
      },
    ])
    for (const [status, id] of [
      ['paid', paid.id],
      ['failed', failed.id],
    ] as const)
      expect((await list({ status })).data.map((row) => [row.id, row.can])).toEqual([
        [id, { mark_paid: false, download: false }],
      ])
    expect((await list({ status: 'all' })).total).toBe(3)
    expect((await list({ query: pending.number })).data.map(({ id }) => id)).toEqual([pending.id])
  })

  it('a return invoice is settled when it is issued, and was never paid', async () => {
    const { number } = await createInvoice(test.db, owner, { kind: 'return', status: 'paid' })
    const { data } = await test.succeed(contract.listInvoices, { query: { query: number, status: 'paid' } }, operator)
    expect(data).toMatchObject([{ kind: 'return', total: -11_000, paid_at: null }])
  })

  it('GET answers an invoice with the lines that explain its amount', async () => {
    expect([contract.getInvoiceDetail.method, contract.getInvoiceDetail.path]).toEqual([
      'GET',
      '/admin/invoices/{invoiceId}',
    ])
    const customer = await createCompanyContract(test.db, { at: inJapan('2026-08-17') })
    await buyInvoicedPoints(test.db, customer.workspaceId, 3000, inJapan('2026-08-20'))
    await closeAt(test, '2026-09-01')
    const { id } = await test.db
      .selectFrom('invoices')
      .select('id')
      .where('subscription_id', '=', customer.subscriptionId)
      .executeTakeFirstOrThrow()
    const read = (invoiceId: number, as = operator) =>
      test.call(contract.getInvoiceDetail, { params: { invoiceId } }, as)
    const { body } = await read(id)
    expect(body).toMatchObject({ id, subtotal: 7_838, tax: 783, total: 8_621, mailed_at: null })
    const line = { plan_name: null, tax_percent: 10, to: '2026-08-31' }
    expect(body.lines).toEqual([
      {
        ...line,
        kind: 'plan',
        plan_name: expect.any(String),
        from: '2026-08-17',
        quantity: 1,
        unit_price: 10_000,
        amount: 4_838,
      },
      { ...line, kind: 'point', from: '2026-08-01', quantity: 3_000, unit_price: 1, amount: 3_000 },
    ])
    expect((await read(999_999_999)).status).toBe(404)
    expect((await read(id, owner)).status).toBe(403)
  })

  it('finds overdue invoices, those due before today in Japan', async () => {
    const late = await createInvoice(test.db, owner, { dueInDays: -1 })
    const today = await createInvoice(test.db, owner, { dueInDays: 0 })
    const paid = await createInvoice(test.db, owner, { dueInDays: -1, status: 'paid' })
    const { data } = await test.succeed(contract.listInvoices, { query: { due: 'overdue' } }, operator)
    const ids = data.map(({ id }) => id)
    expect([late.id, today.id, paid.id].map((id) => ids.includes(id))).toEqual([true, false, false])
  })

  it('ADMIN-07 ADMIN-38 POST marks a pending invoice as paid, once; others are refused', async () => {
    expect(contract.markInvoicePaid.path).toBe('/admin/invoices/{invoiceId}/paid')
    const { id, number } = await createInvoice(test.db, owner)
    const answers = await Promise.all([markPaid(id), markPaid(id, await createOperator(test.db))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const row = await test.db
      .selectFrom('invoices')
      .select(['status', 'paid_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toMatchObject({ status: 'paid', paid_at: expect.any(Date) })
    const failed = await createInvoice(test.db, owner, { status: 'failed' })
    expect(await markPaid(failed.id)).toMatchObject({ status: 409, body: { reason: 'status' } })
    const log = await test.db.selectFrom('operator_actions').selectAll().where('action', '=', 'invoice.paid').execute()
    expect(log).toMatchObject([{ subject_id: id, subject_name: number, after: { status: 'paid', total: 11_000 } }])
  })

  it('ADMIN-07 ADMIN-39 GET answers the address of the PDF of a pending invoice, for the operator alone', async () => {
    expect(contract.getInvoicePdf.path).toBe('/admin/invoices/{invoiceId}/pdf')
    const { id } = await createInvoice(test.db, owner)
    const open = () => test.call(contract.getInvoicePdf, { params: { invoiceId: id } }, operator)
    const { body } = await open()
    const download = () => test.http.inject({ method: 'GET', url: body.url })
    const file = await download()
    expect([file.statusCode, file.headers['content-type'], file.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    await markPaid(id)
    expect(await open()).toMatchObject({ status: 409, body: { reason: 'status' } })
    await test.db.updateTable('users').set({ is_operator: false }).where('id', '=', operator.id).execute()
    expect((await download()).statusCode).toBe(404)
    await test.db.updateTable('users').set({ is_operator: true }).where('id', '=', operator.id).execute()
  }, 60_000)
})

describe('purchase histories', () => {
  it('ADMIN-37 GET answers rows latest first, with the email of the owner, by type and owner', async () => {
    expect(contract.listPurchaseHistories.path).toBe('/admin/purchase-histories')
    const { workspaceId } = owner
    await test.db.transaction().execute(async (trx) => {
      await insertBillingRow(trx, {
        workspaceId,
        billingType: 'purchase_point',
        point: 1_000,
        money: 1_100,
        cause: randomUUID(),
      })
      await insertBillingRow(trx, {
        workspaceId,
        billingType: 'use_point',
        point: -10,
        kind: 'minute',
        amount: 1,
        cause: randomUUID(),
      })
    })
    const list = (query: object) => test.succeed(contract.listPurchaseHistories, { query }, operator)
    const { data } = await list({ query: owner.email })
    expect(data).toMatchObject([
      { billing_type: 'use_point', money: 0, point: -10, kind: 'minute', amount: 1, owner: { id: owner.id } },
      {
        billing_type: 'purchase_point',
        money: 1_100,
        point: 1_000,
        invoice_id: null,
        invoice_number: null,
        owner: { email: owner.email },
      },
    ])
    expect(data[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect((await list({ query: owner.email, billing_type: 'purchase_point' })).total).toBe(1)
    expect((await list({ query: 'nobody@nowhere.example' })).data).toEqual([])
  })
})

/** Downloads a list as CSV. */
async function download({ path }: { path: string }, query: Record<string, string> = {}, as: TestUser = operator) {
  const url = `/api${path}?${new URLSearchParams(query)}`
  const answer = await test.http.inject({ url, headers: { authorization: `Bearer ${as.token}` } })
  return { status: answer.statusCode, type: answer.headers['content-type'], lines: answer.body.split('\r\n') }
}

describe('CSV', () => {
  it('has all rows that the filters leave, with headings in the language, and no formula', async () => {
    for (let n = 0; n < 55; n += 1) await createUser(test.db, { last_name: '=HYPERLINK("x")', first_name: '表計算' })
    const { status, type, lines } = await download(exportUsers, { query: '表計算' })
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(lines[0]).toBe(
      '\ufeffID,氏名,メールアドレス,無効,運営者,オーナーのメールアドレス,ワークスペースの状態,ポイント,登録日時',
    )
    expect(lines.slice(1, -1)).toHaveLength(55)
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"") 表計算"`)
    const english = await download(exportUsers, { query: '表計算', language: 'en' })
    expect(english.lines[0]).toMatch(/^\ufeffID,Name,Email/)
    expect((await download(exportUsers, { page: '2' })).status).toBe(422)
  })

  it('has states and kinds as words, days of contracts inclusive, and what an invoice is', async () => {
    const { number } = await createInvoice(test.db, owner, { status: 'paid' })
    const invoices = await download(contract.exportInvoices, { status: 'paid', query: number })
    expect(invoices.lines[0]).toBe(
      '\ufeffID,請求書番号,請求書の種別,状態,支払方法,会社名,担当者名,担当者のメールアドレス,担当者の電話番号,発行日,支払期限,開始日,終了日,小計（税抜）,消費税,合計（税込）,入金日時',
    )
    expect(invoices.lines[1]).toMatch(
      new RegExp(
        `^\\d+,${number},請求書,入金済み,請求書払い（月払い）,.*,11000,\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$`,
      ),
    )
    const credit = await createInvoice(test.db, owner, { kind: 'return', status: 'paid' })
    const returns = await download(contract.exportInvoices, { status: 'paid', query: credit.number })
    expect(returns.lines[1]).toMatch(new RegExp(`^\\d+,${credit.number},返還請求書,発行済み,.*,-10000,-1000,-11000,$`))
    await test.db.transaction().execute((trx) =>
      insertBillingRow(trx, {
        workspaceId: owner.workspaceId,
        billingType: 'purchase_point',
        point: -100,
        money: -110,
        invoiceId: credit.id,
        cause: randomUUID(),
      }),
    )
    const histories = await download(contract.exportPurchaseHistories, { query: owner.email })
    expect(histories.lines.some((line) => line.includes(`,ポイント購入の返金,,,-110,-100,${credit.number},`))).toBe(
      true,
    )
    expect(histories.lines[0]).toBe(
      '\ufeffID,日時,種別,項目,数量,金額（税込）,ポイント,請求書番号,オーナーのメールアドレス',
    )
    expect(histories.lines.some((line) => line.includes(',ポイントの使用,解析時間,1,0,-10,'))).toBe(true)
    const customer = await createOwner(test.db)
    await test.db
      .updateTable('subscriptions')
      .set({ end_date: new Date('2099-12-31T15:00:00.000Z') })
      .where('workspace_id', '=', customer.workspaceId)
      .execute()
    const contracts = await download(exportSubscriptions, { query: customer.email })
    const [, row = ''] = contracts.lines
    expect(row.split(',').slice(1, 4)).toEqual(['有効', 'ビジネス', '請求書払い（月払い）'])
    expect(row).toContain(',2099-12-31,')
    const requests = await download(exportSubscriptionRequests, { status: 'all', language: 'en' })
    expect(requests.lines[0]).toMatch(/,Requested$/)
  })

  it('has every row of a word that more rows have than are counted', { timeout: 60_000 }, async () => {
    const rows = LIMITS.adminCounted + 1_500
    await sql`insert into users (email, first_name, last_name)
      select 'many-' || n || '@kaiwa.example', '多数', '検索' from generate_series(1, ${rows}::integer) n`.execute(
      test.db,
    )
    const { lines } = await download(exportUsers, { query: '多数' })
    const ids = lines.slice(1, -1).map((line) => Number(line.split(',')[0]))
    expect([ids.length, new Set(ids).size]).toEqual([rows, rows])
    expect(ids).toEqual(ids.toSorted((one, other) => other - one))
    const list = async (page: number) => {
      const { data, ...counts } = await test.succeed(listUsers, { query: { query: '多数', page } }, operator)
      return { ids: data.map(({ id }) => id), ...counts }
    }
    // Latest first, also where the words are those of most rows, and counted to the limit.
    const last = LIMITS.adminCounted / LIMITS.adminRowsPerPage
    expect((await list(1)).ids).toEqual(ids.slice(0, LIMITS.adminRowsPerPage))
    expect(await list(last)).toMatchObject({
      ids: ids.slice(0, LIMITS.adminCounted).slice(-LIMITS.adminRowsPerPage),
      is_total_exact: false,
    })
    await sql`delete from users where email like 'many-%' and id < ${ids[600]!}`.execute(test.db)
    expect(await list(13)).toMatchObject({ ids: [ids[600]], total: 601, is_total_exact: true })
    await sql`delete from users where email like 'many-%'`.execute(test.db)
  })

  it.each([contract.exportInvoices, contract.exportPurchaseHistories])('exists for $name', async (operation) => {
    const { status, lines } = await download(operation)
    expect([status, lines.length > 2]).toEqual([200, true])
    expect((await download(operation, {}, owner)).status).toBe(403)
  })

  it.each([exportSubscriptionRequests, exportSubscriptions])('exists for $name', async (operation) => {
    expect((await download(operation, { status: 'all' })).status).toBe(200)
    expect((await download(operation, { status: 'all' }, owner)).status).toBe(403)
  })
})

it('ADMIN-02 the dashboard has the figures of today', async () => {
  const ask = () => test.succeed(getDashboard, {}, operator)
  const before = await ask()
  const plan = await createPlan(test.db)
  await createRequest(test.db, { planId: plan.id })
  await createInvoice(test.db, owner, { dueInDays: -3 })
  await createInvoice(test.db, owner, { dueInDays: 3 })
  await createInvoice(test.db, owner, { status: 'failed' })
  await test.db
    .insertInto('usage_ledger')
    .values({ workspace_id: owner.workspaceId, kind: 'minute', amount: 7, cause: randomUUID() })
    .execute()
  await createUser(test.db)
  const after = await ask()
  const { users, invoices, minutes } = before
  expect(after).toEqual({
    ...before,
    users: { today: users.today + 1, month: users.month + 1 },
    requests_waiting: before.requests_waiting + 1,
    invoices: {
      due: invoices.due + 1,
      due_total: Number(invoices.due_total) + 11_000,
      overdue: invoices.overdue + 1,
      overdue_total: Number(invoices.overdue_total) + 11_000,
      failed: invoices.failed + 1,
    },
    minutes: { today: minutes.today + 7, month: minutes.month + 7 },
  })
})
