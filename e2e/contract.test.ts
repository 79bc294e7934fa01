// A contract of a company from its application to its restoration: applied for, approved in the console, paid by card or by
// invoice, closed at the end of a month, cancelled and restored by an operator.
import { addMonths, monthInJapan, startOfMonth } from '@kaiwa/server/billing/months.ts'
import { chargeDue } from '@kaiwa/server/payment/charges/jobs.ts'
import { closeMonths } from '@kaiwa/server/payment/closing/close-months.ts'
import { alterInvoices } from '@kaiwa/server/test/factories/invoices.ts'
import { createOperator } from '@kaiwa/server/test/factories/operators.ts'
import { openTestApp, type TestApp } from '@kaiwa/server/test/open-test-app.ts'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button, linkIn, passwordField } from './test/account-steps.ts'
import { applyForPremium } from './test/application-steps.ts'
import { eventually } from './test/eventually.ts'
import { isFullRun } from './test/full-run.ts'
import { type Journey, type Locale, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
/** The same program on the same database, without roles: closes months as of a later instant. */
let later: TestApp
beforeAll(async () => {
  journey = await startJourney({
    KAIWA_DEMO: 'on',
    KAIWA_ISSUER_NAME: '株式会社会話',
    KAIWA_ISSUER_REGISTRATION: 'T1234567890123',
  })
  const { databaseUrl } = journey.program
  later = await openTestApp({ database: { url: databaseUrl, drop: () => Promise.resolve() } })
})
afterAll(async () => {
  await later.close()
  await journey.end()
})

const NEW_PASSWORD = 'Keiyaku-2026!'

const TEXTS = {
  ja: {
    actions: /操作|メニュー/,
    approve: '承認',
    approved: 'お申し込みを承認しました',
    registerCard: 'カードを登録する',
    register: '登録する',
    setupDone: 'カードのご登録ありがとうございます',
    plan: 'プレミアム',
    types: { credit_card: /^クレジットカード払い$/, monthly: /^請求書払い（月払い）$/ },
    additional: '追加購入',
    buy: '購入する',
    bought: 'ポイントを購入しました',
    points: '1,000ポイント',
    history: '購入履歴',
    download: /^請求書をダウンロード/,
    cancel: '解約を受け付ける',
    restore: '解約を取り消す',
    restored: '解約を取り消しました',
    end: '契約終了日',
    renewal: '次回更新日',
  },
  en: {
    actions: /actions|menu/i,
    approve: 'Approve',
    approved: 'Request approved',
    registerCard: 'Register a card',
    register: 'Register',
    setupDone: 'Thank you for registering your credit card',
    plan: 'Premium',
    types: { credit_card: /^Credit card$/, monthly: /^Monthly invoice$/ },
    additional: 'Additional purchase',
    buy: 'Purchase',
    bought: 'Point purchase completed',
    points: '1,000 points',
    history: 'Purchase history',
    download: /^Download invoice/,
    cancel: 'Request cancellation',
    restore: 'Restore',
    restored: 'Subscription restored',
    end: 'End of the contract',
    renewal: 'Next renewal date',
  },
} as const

/** In the morning of the second day of the next month in Japan. */
function monthFromNow(): Date {
  const start = startOfMonth(addMonths(monthInJapan(new Date()), 1))
  return new Date(start.getTime() + 33 * 3_600_000)
}

/** Each language and each payment once; `npm run test:full` has all pairs. */
const JOURNEYS: [Locale, 'credit_card' | 'monthly'][] = [
  ['ja', 'credit_card'],
  ['en', 'monthly'],
  ['en', 'credit_card'],
  ['ja', 'monthly'],
]

describe.each(isFullRun ? JOURNEYS : JOURNEYS.slice(0, 2))('a contract in %s, paid by %s', (locale, payment) => {
  const texts = TEXTS[locale]
  const email = `aoi-${locale}-${payment.replace('_', '-')}@hokusei.example`
  let operator: Visitor
  let company: Visitor
  let page: Page
  beforeAll(async () => {
    operator = await journey.visit({ as: await createOperator(journey.program.db, { locale }), locale })
    company = await journey.visit({ locale })
    page = company.page
  })
  afterEach((test) => resetAfterFailure(test, operator, company))
  afterAll(async () => {
    await operator.leave()
    await company.leave()
  })

  function workspaceOf(address: string) {
    return journey.program.db
      .selectFrom('workspaces')
      .innerJoin('users', 'users.id', 'workspaces.owner_id')
      .select(['workspaces.id', 'workspaces.point'])
      .where('users.email', '=', address)
      .executeTakeFirstOrThrow()
  }

  /** Opens the menu of the row with the company's address in a list of the console and chooses an action. */
  async function choose(list: string, action: string): Promise<void> {
    await operator.open(`/admin/${list}?query=${encodeURIComponent(email)}`)
    await operator.page.getByRole('row').filter({ hasText: email }).getByRole('button').click()
    await operator.page.getByRole('menuitem', { name: action, exact: true }).click()
    await operator.page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  }

  it('APPLY-01 ADMIN-40 the company applies, and an operator approves', async () => {
    await company.open('/subscription-request')
    await applyForPremium(page, locale, { email, payment })
    await choose('subscription-requests', texts.approve)
    await operator.page.getByText(texts.approved).waitFor()
  })

  it('BILL-12 the owner starts with the link of the mail, and sees the contract', async () => {
    const path = payment === 'credit_card' ? /^\/setup-payment$/ : /^\/reset-password\/change$/
    const mail = await eventually('the mail of the approval', async () => {
      const text = await journey.program.mailTo(email)
      return text.includes(payment === 'credit_card' ? '/setup-payment' : '/reset-password') ? text : null
    })
    await company.open(linkIn(mail, path))
    if (payment === 'credit_card') {
      await button(page, texts.registerCard).click()
      await page.waitForURL(/\/dev\/stripe\/checkout\//)
      await button(page, texts.register).click()
      await page.waitForURL(/\/setup-payment\/success/)
      await page.getByRole('heading', { name: texts.setupDone }).waitFor()
      const next = await eventually('the mail with the link to a password', async () => {
        const text = await journey.program.mailTo(email)
        return text.includes('/reset-password/change') ? text : null
      })
      await company.open(linkIn(next, /^\/reset-password\/change$/))
    }
    await passwordField(page).first().fill(NEW_PASSWORD)
    await passwordField(page).nth(1).fill(NEW_PASSWORD)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/reset-password\/complete/)
    await company.open(`/login?email=${encodeURIComponent(email)}`)
    await page.locator('input[type=email]').fill(email)
    await passwordField(page).fill(NEW_PASSWORD)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/\/projects\/\d+/)
    // The welcome of a first visit would cover the pages of this journey.
    await journey.program.db.updateTable('users').set({ is_visited: true }).where('email', '=', email).execute()
    await company.open('/mypage/payment')
    await page.getByText(texts.plan, { exact: true }).first().waitFor()
    await page.getByText(texts.types[payment]).first().waitFor()
  })

  it('BILL-50 BILL-53 points are bought on the invoice; a plan by card has none', async () => {
    const add = button(page, texts.additional)
    if (payment === 'credit_card') return expect(await add.count()).toBe(0)
    await add.click()
    await page.getByRole('dialog').getByRole('button', { name: texts.buy, exact: true }).click()
    await page.getByText(texts.bought).waitFor()
    await page.getByText(texts.points, { exact: true }).first().waitFor()
    expect((await workspaceOf(email)).point).toBe(1000)
  })

  it('BILL-03 BILL-04 BILL-17 BILL-64 the month closes; the invoice is charged or mailed, and its PDF is downloaded', async () => {
    const { db } = journey.program
    await closeMonths(later.app, { at: monthFromNow() })
    const { id } = await workspaceOf(email)
    const invoice = await db.selectFrom('invoices').selectAll().where('workspace_id', '=', id).executeTakeFirstOrThrow()
    expect(invoice.payment_type).toBe(payment)
    if (payment === 'credit_card') {
      // The 1st of the next month has come: the program charges what is due every ten minutes, here immediately.
      await alterInvoices(db, (trx) =>
        sql`update invoices set due_date = current_date - 1 where id = ${invoice.id}`.execute(trx),
      )
      await later.db.transaction().execute((trx) => later.app.jobs.send(trx, chargeDue, {}))
      await eventually('the charge', async () => {
        const { status } = await db
          .selectFrom('invoices')
          .select('status')
          .where('id', '=', invoice.id)
          .executeTakeFirstOrThrow()
        return status === 'paid' ? status : null
      })
    }
    await company.open('/mypage/payment')
    const table = page.getByRole('table', { name: texts.history })
    const download = page.waitForEvent('download')
    await table.getByRole('button', { name: texts.download }).first().click()
    expect((await download).suggestedFilename()).toBe(`${invoice.number}.pdf`)
  })

  it('ADMIN-12 ADMIN-45 an operator cancels the contract, which the owner sees, and restores it', async () => {
    await choose('subscriptions', texts.cancel)
    await operator.page.getByRole('dialog').waitFor({ state: 'detached' })
    await company.open('/mypage/payment')
    await page.getByText(texts.end, { exact: true }).waitFor()
    await choose('subscriptions', texts.restore)
    await operator.page.getByText(texts.restored).waitFor()
    await company.open('/mypage/payment')
    await page.getByText(texts.renewal, { exact: true }).waitFor()
  })
})
