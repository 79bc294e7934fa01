import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '../../platform/database/database.ts'
import { atOnce } from '../../test/at-once.ts'
import { COMPANY, createContract, createPlan } from '../../test/factories/contracts.ts'
import { createOwner } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { recordUsage, refundUsage } from '../record-usage.ts'
import { insertCompany } from '../store/companies.ts'
import { isSubscribed, setEnd, unsubscribe } from '../store/subscriptions.ts'
import { findTerms, termsOf } from '../store/terms.ts'
import { lockWorkspace } from '../store/usage.ts'
import { changePlan, type WantedChange } from './change-plan.ts'
import { deletePlanChange } from './delete-plan-change.ts'
import { requestCancellation } from './request-cancellation.ts'
import { restoreSubscription } from './restore-subscription.ts'
import { setSuspended } from './set-suspended.ts'
import { startSubscription } from './start-subscription.ts'

let test: TestApp
let small: number
let large: number
beforeAll(async () => {
  test = await openTestApp()
  small = await createPlan(test.db, { minute: 60 })
  large = await createPlan(test.db, { minute: 600 })
})
afterAll(() => test.close())

function inTrx<T>(work: (trx: Trx) => Promise<T>) {
  return test.db.transaction().execute(work)
}

/** An instant in Japan. */
function japan(local: string): Date {
  return new Date(`${local}+09:00`)
}

function change(subscriptionId: number, values: Partial<WantedChange>) {
  return inTrx((trx) =>
    changePlan(trx, { subscriptionId, planId: large, fromThisCycle: false, requestedBy: null, ...values }),
  )
}

function company(): Promise<number> {
  return inTrx((trx) => insertCompany(trx, COMPANY))
}

async function planAt(subscriptionId: number, at: Date) {
  return (await termsOf(test.db, subscriptionId, at))?.plan_id
}

async function codeOf(work: Promise<unknown>) {
  return work.then(
    () => 'done',
    ({ code, details }) => [code, details.reason],
  )
}

describe('start', () => {
  it('finishes the trial, and refuses a second subscription', async () => {
    const owner = await createOwner(test.db, { plan: 'trial' })
    const { workspaceId } = owner
    const contract = { workspaceId, planId: small, paymentType: 'monthly', companyId: null } as const
    const { id } = await inTrx((trx) => startSubscription(trx, contract))
    expect(await findTerms(test.db, workspaceId)).toMatchObject({
      subscription_id: id,
      plan_id: small,
      company_id: null,
    })
    expect(await codeOf(inTrx((trx) => startSubscription(trx, contract)))).toEqual(['E_CONFLICT', 'subscription'])
    const rows = await test.db
      .selectFrom('subscriptions')
      .select(['status'])
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([{ status: 'finished' }, { status: 'active' }])
  })

  it('two simultaneous callers start one', async () => {
    const { workspaceId } = await createOwner(test.db, { plan: 'trial' })
    const contract = { workspaceId, planId: null, paymentType: 'credit_card', companyId: null } as const
    const start = () => codeOf(inTrx((trx) => startSubscription(trx, contract)))
    const { answers } = await atOnce(test.db, (trx) => lockWorkspace(trx, workspaceId), [start, start])
    expect(answers).toEqual(['done', ['E_CONFLICT', 'subscription']])
  })

  it('follows a subscription that has ended without a job', async () => {
    const owner = await createContract(test.db, { at: japan('2026-03-10T12:00:00') })
    const { workspaceId, subscriptionId } = owner
    await inTrx((trx) => requestCancellation(trx, { subscriptionId, at: japan('2026-03-20T12:00:00') }))
    const at = japan('2026-04-01T00:00:00')
    expect(await isSubscribed(test.db, workspaceId, new Date(at.getTime() - 1))).toBe(true)
    expect(await isSubscribed(test.db, workspaceId, at)).toBe(false)
    const contract = { workspaceId, planId: small, paymentType: 'yearly', companyId: null, at } as const
    const { id } = await inTrx((trx) => startSubscription(trx, contract))
    expect(id).not.toBe(subscriptionId)
  })

  it('refuses a plan that does not exist, and the trial', async () => {
    const { workspaceId } = await createOwner(test.db, { plan: 'trial' })
    const start = (planId: number) =>
      codeOf(inTrx((trx) => startSubscription(trx, { workspaceId, planId, paymentType: 'monthly', companyId: null })))
    expect(await start(999_999)).toEqual(['E_NOT_FOUND', undefined])
    expect(await start(1)).toEqual(['E_NOT_FOUND', undefined])
  })
})

describe('plan changes', () => {
  const begun = japan('2026-01-31T09:00:00')

  it('hold from the next month in Japan, without a job', async () => {
    const { subscriptionId } = await createContract(test.db, { planId: small, at: begun })
    await change(subscriptionId, { paymentType: 'yearly', at: japan('2026-03-31T23:59:59') })
    expect(await planAt(subscriptionId, japan('2026-03-31T23:59:59'))).toBe(small)
    const later = await termsOf(test.db, subscriptionId, japan('2026-04-01T00:00:00'))
    expect(later).toMatchObject({ plan_id: large, payment_type: 'yearly', minute: 600 })
  })

  it('hold for the whole current month with from_this_cycle', async () => {
    const { subscriptionId } = await createContract(test.db, { planId: small, at: begun })
    await change(subscriptionId, { fromThisCycle: true, at: japan('2026-03-31T23:59:59') })
    expect(await planAt(subscriptionId, japan('2026-02-28T23:59:59'))).toBe(small)
    expect(await planAt(subscriptionId, japan('2026-03-01T00:00:00'))).toBe(large)
  })

  it('the latest decision replaces changes from the same or a later month', async () => {
    const { subscriptionId } = await createContract(test.db, { planId: small, at: begun })
    const at = japan('2026-03-10T00:00:00')
    await change(subscriptionId, { at })
    await change(subscriptionId, { planId: null, paymentType: 'credit_card', at })
    expect(await planAt(subscriptionId, japan('2026-04-01T00:00:00'))).toBeNull()
    await change(subscriptionId, { planId: small, paymentType: 'monthly', fromThisCycle: true, at })
    expect(await planAt(subscriptionId, japan('2026-05-01T00:00:00'))).toBe(small)
  })

  it('can be deleted until they hold', async () => {
    const { subscriptionId } = await createContract(test.db, { planId: small, at: begun })
    const at = japan('2026-03-10T00:00:00')
    const remove = (instant: Date) => inTrx((trx) => deletePlanChange(trx, { subscriptionId, at: instant }))
    expect(await remove(at)).toBe(false)
    await change(subscriptionId, { at })
    expect(await remove(at)).toBe(true)
    expect(await planAt(subscriptionId, japan('2026-04-01T00:00:00'))).toBe(small)
    await change(subscriptionId, { at })
    expect(await remove(japan('2026-04-01T00:00:00'))).toBe(false)
    expect(await planAt(subscriptionId, japan('2026-04-01T00:00:00'))).toBe(large)
  })

  it('are refused from the end of the contract on', async () => {
    const { subscriptionId } = await createContract(test.db, { at: begun })
    const at = japan('2026-02-03T00:00:00')
    await inTrx((trx) => requestCancellation(trx, { subscriptionId, at }))
    expect(await codeOf(change(subscriptionId, { at }))).toEqual(['E_CONFLICT', 'ended'])
    await change(subscriptionId, { companyId: await company(), fromThisCycle: true, at })
  })

  it('a business plan needs a company, a personal one does not', async () => {
    const { subscriptionId } = await createContract(test.db, { at: begun })
    expect(await codeOf(change(subscriptionId, { at: begun }))).toEqual(['E_CONFLICT', 'company'])
    const personal = await createPlan(test.db, { audience: 'personal' })
    await change(subscriptionId, { planId: personal, at: begun })
    expect(await planAt(subscriptionId, japan('2026-02-01T00:00:00'))).toBe(personal)
  })

  it('no plan is always paid by card', async () => {
    for (const paymentType of ['monthly', 'yearly'] as const) {
      const { subscriptionId } = await createContract(test.db, { planId: small, paymentType, at: begun })
      await change(subscriptionId, { planId: null, fromThisCycle: true, at: begun })
      expect(await termsOf(test.db, subscriptionId, begun)).toMatchObject({
        plan_id: null,
        payment_type: 'credit_card',
      })
    }
  })

  it('a plan that is sold from the next month is accepted for that month only, one that ends for the current only', async () => {
    const { subscriptionId } = await createContract(test.db, { planId: small, at: begun })
    const at = japan('2026-03-10T00:00:00')
    const [coming, ending] = [await createPlan(test.db), await createPlan(test.db)]
    await test.db.updateTable('plans').set({ valid_from: '2026-04-01' }).where('id', '=', coming).execute()
    await test.db.updateTable('plans').set({ valid_until: '2026-04-01' }).where('id', '=', ending).execute()
    const outcome = (planId: number, fromThisCycle: boolean) =>
      codeOf(change(subscriptionId, { planId, fromThisCycle, at }))
    expect(await outcome(coming, true)).toEqual(['E_NOT_FOUND', undefined])
    expect(await outcome(coming, false)).toBe('done')
    expect(await outcome(ending, false)).toEqual(['E_NOT_FOUND', undefined])
    expect(await outcome(ending, true)).toBe('done')
  })

  it('from this month are refused where usage beyond the limits of a plan by card would be dropped', async () => {
    const contract = { planId: small, paymentType: 'credit_card', at: begun } as const
    const { subscriptionId, workspaceId } = await createContract(test.db, contract)
    const at = japan('2026-03-10T00:00:00')
    const used = { workspaceId, userId: null, kind: 'minute', at } as const
    await inTrx((trx) => recordUsage(trx, { ...used, amount: 60, cause: `test:${workspaceId}:1` }))
    const toInvoice = { paymentType: 'monthly', planId: small, fromThisCycle: true, at } as const
    await inTrx((trx) => recordUsage(trx, { ...used, amount: 1, cause: `test:${workspaceId}:2` }))
    expect(await codeOf(change(subscriptionId, toInvoice))).toEqual(['E_CONFLICT', 'excess'])
    expect(await codeOf(change(subscriptionId, { ...toInvoice, planId: null }))).toEqual(['E_CONFLICT', 'excess'])
    await change(subscriptionId, { ...toInvoice, fromThisCycle: false })
    await inTrx((trx) => refundUsage(trx, `test:${workspaceId}:2`, at))
    await change(subscriptionId, toInvoice)
  })
})

describe('cancellation', () => {
  const at = japan('2026-03-31T23:59:59')
  const rows: [title: string, start: string, isMembership: boolean, now: string, end: string][] = [
    ['a membership: the end of the month', '2026-01-05T00:00:00', true, '2026-02-28T12:00:00', '2026-03-01T00:00:00'],
    ['a membership in December', '2026-01-05T00:00:00', true, '2026-12-31T23:59:59', '2027-01-01T00:00:00'],
    ['a plan in its first year', '2026-01-31T23:59:59', false, '2026-05-01T00:00:00', '2027-01-01T00:00:00'],
    ['a plan in its last month', '2026-01-31T00:00:00', false, '2026-12-31T23:59:59', '2027-01-01T00:00:00'],
    ['a plan in its second year', '2026-01-31T00:00:00', false, '2027-01-01T00:00:00', '2028-01-01T00:00:00'],
    ['a plan from a leap day', '2028-02-29T00:00:00', false, '2028-03-01T00:00:00', '2029-02-01T00:00:00'],
  ]

  it('BILL-08 a plan that begins in a membership ends a year after its own beginning', async () => {
    const { subscriptionId } = await createContract(test.db, { at: japan('2026-01-05T00:00:00') })
    await change(subscriptionId, { companyId: await company(), at: japan('2026-08-10T00:00:00') })
    const end = inTrx((trx) => requestCancellation(trx, { subscriptionId, at: japan('2026-11-01T00:00:00') }))
    expect(await end).toEqual(japan('2027-09-01T00:00:00'))
  })

  it('does not change a contract that was terminated', async () => {
    const { subscriptionId, workspaceId } = await createContract(test.db)
    await inTrx((trx) => requestCancellation(trx, { subscriptionId }))
    await inTrx((trx) => unsubscribe(trx, workspaceId))
    expect(await inTrx((trx) => setEnd(trx, subscriptionId, null))).toBe(false)
  })

  it('a termination keeps an earlier end', async () => {
    const { subscriptionId, workspaceId } = await createContract(test.db, { at })
    const end = japan('2026-04-01T00:00:00')
    await inTrx((trx) => setEnd(trx, subscriptionId, end))
    await inTrx((trx) => unsubscribe(trx, workspaceId))
    expect((await termsOf(test.db, subscriptionId))?.end_date).toEqual(end)
  })

  it.each(rows)('BILL-08 %s', async (_, start, isMembership, now, end) => {
    const contract = { planId: isMembership ? null : small, at: japan(start) }
    const { subscriptionId } = await createContract(test.db, contract)
    const cancel = () => inTrx((trx) => requestCancellation(trx, { subscriptionId, at: japan(now) }))
    expect(await cancel()).toEqual(japan(end))
    expect(await cancel()).toEqual(japan(end))
  })

  it('is withdrawn by a restore until the end', async () => {
    const { subscriptionId, workspaceId } = await createContract(test.db, { at: japan('2026-03-01T00:00:00') })
    await inTrx((trx) => requestCancellation(trx, { subscriptionId, at }))
    await inTrx((trx) => restoreSubscription(trx, { subscriptionId, at }))
    const later = japan('2026-04-01T00:00:00')
    expect(await isSubscribed(test.db, workspaceId, later)).toBe(true)
    await inTrx((trx) => requestCancellation(trx, { subscriptionId, at }))
    expect(await codeOf(inTrx((trx) => restoreSubscription(trx, { subscriptionId, at: later })))).toEqual([
      'E_CONFLICT',
      'state',
    ])
  })

  it('refuses a trial', async () => {
    const { workspaceId } = await createOwner(test.db, { plan: 'trial' })
    const subscriptionId = (await findTerms(test.db, workspaceId))?.subscription_id ?? 0
    expect(await codeOf(inTrx((trx) => requestCancellation(trx, { subscriptionId })))).toEqual(['E_CONFLICT', 'trial'])
  })

  it('at the same moment as a plan change: both wait for the workspace, and the later one sees the earlier', async () => {
    const { subscriptionId, workspaceId } = await createContract(test.db)
    const { answers, waited } = await atOnce(test.db, (trx) => lockWorkspace(trx, workspaceId), [
      () => codeOf(inTrx((trx) => requestCancellation(trx, { subscriptionId }))),
      async () => codeOf(change(subscriptionId, {})),
    ])
    expect(waited).toBe(2)
    expect(answers).toEqual(['done', ['E_CONFLICT', 'ended']])
  })
})

it('a suspension keeps its first instant and can be lifted', async () => {
  const { subscriptionId } = await createContract(test.db)
  const suspend = (isSuspended: boolean) => inTrx((trx) => setSuspended(trx, subscriptionId, isSuspended))
  await suspend(true)
  const first = (await termsOf(test.db, subscriptionId))?.suspended_at
  expect(first).toEqual(expect.any(Date))
  await suspend(true)
  expect((await termsOf(test.db, subscriptionId))?.suspended_at).toEqual(first)
  await suspend(false)
  expect((await termsOf(test.db, subscriptionId))?.suspended_at).toBeNull()
})

it('a contract keeps its company as it was', async () => {
  const companyId = await inTrx((trx) =>
    insertCompany(trx, {
      name: '株式会社サンプル',
      contact_last_name: '山田',
      contact_first_name: '花子',
      contact_email: 'yamada@kaiwa.example',
      contact_phone: '0312345678',
      postal_code: '1000001',
      prefecture: '東京都',
      city: '千代田区',
      address_1: '千代田1-1',
    }),
  )
  const { subscriptionId } = await createContract(test.db, { planId: small })
  await change(subscriptionId, { companyId, fromThisCycle: true })
  expect((await termsOf(test.db, subscriptionId))?.company_id).toBe(companyId)
  await change(subscriptionId, { planId: small })
  expect((await termsOf(test.db, subscriptionId))?.company_id).toBe(companyId)
})
