// The application of a company, from the sign-in page to the mails.
import { createUser } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { onlyInFullRun } from './test/full-run.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
let visitor: Visitor | null = null

beforeAll(async () => {
  // With the stand-in for the payment provider, without which cards cannot be chosen, and with the example plans.
  journey = await startJourney({ KAIWA_DEMO: 'on' })
})
afterAll(() => journey.end())
afterEach(async (test) => {
  if (visitor) await resetAfterFailure(test, visitor)
  await visitor?.leave()
  visitor = null
})

const TEXTS = {
  ja: {
    link: '法人でのお申し込み',
    tier: 'プレミアム',
    plan: /^プレミアムプラン/,
    card: /^クレジットカード払い/,
    labels: ['会社名', '姓', '名', 'メールアドレス', '電話番号', '郵便番号'],
    autofill: '住所を自動入力',
    address: ['都道府県', '市区町村', '町名・番地'],
    agree: ['利用規約に同意します', 'プライバシーポリシーに同意します'],
    check: '確認画面へ進む',
    confirm: 'お申し込み内容の確認',
    previous: '戻る',
    apply: '申し込む',
    completed: 'お申し込みを受け付けました',
    next: /^クレジットカードの登録フォームをメールでお送りします。カードの登録が完了すると、すぐにご利用を開始いただけます。$/,
  },
  en: {
    link: 'Corporate application',
    tier: 'Premium',
    plan: /^Premium plan/,
    card: /^Credit card/,
    labels: ['Company name', 'Last name', 'First name', 'Email address', 'Phone number', 'Postal code'],
    autofill: 'Autofill',
    address: ['Prefecture', 'City', 'Street address'],
    agree: ['I agree to the terms of service', 'I agree to the privacy policy'],
    check: 'Check your entries',
    confirm: 'Confirm your application',
    previous: 'Previous',
    apply: 'Apply',
    completed: 'We received your application',
    next: /^A registration form for your credit card is sent to you by email\. You can start using Kaiwa as soon as you have registered a card\.$/,
  },
} as const

function field(page: Page, name: string) {
  return page.getByRole('textbox', { name, exact: true })
}

describe.each(['ja', ...onlyInFullRun('en')] as const)('in %s', (locale) => {
  const texts = TEXTS[locale]
  const email = `aoi-${locale}@hokusei.example`

  it('APPLY-01 APPLY-03 APPLY-04 APPLY-12 APPLY-16 a company applies for a plan by credit card', async () => {
    const { db, mailTo } = journey.program
    const operator = await createUser(db, { isOperator: true, locale })
    visitor = await journey.visit({ locale })
    const { page } = visitor
    await visitor.open('/login')
    await page.getByRole('link', { name: texts.link }).click()
    await page.waitForURL(/\/subscription-request$/)
    const check = page.getByRole('button', { name: texts.check })
    await check.waitFor()
    expect(await check.isDisabled()).toBe(true)
    await page.getByRole('radio', { name: texts.plan }).click()
    await page.getByRole('radio', { name: texts.card }).click()
    const entries = ['株式会社北星製作所', '佐藤', '葵', email, '０３１２３４５６７８', '1000001']
    for (const [index, name] of texts.labels.entries()) await field(page, name).fill(entries[index] ?? '')
    // The server ships the postal codes of three digits; the page looks the code up.
    const file = page.waitForResponse(/\/postal-codes\/100\.json$/)
    await page.getByRole('button', { name: texts.autofill }).click()
    expect((await file).status()).toBe(200)
    const [prefecture, city, street] = texts.address
    await page.getByRole('status').getByText(/。|\./).first().waitFor()
    expect(await page.getByRole('combobox', { name: prefecture }).inputValue()).toBe('東京都')
    expect(await field(page, city).inputValue()).toBe('千代田区')
    await field(page, street).fill(`${await field(page, street).inputValue()}1-1`)
    for (const name of texts.agree) await page.getByRole('checkbox', { name }).check()
    await check.click()
    await page.getByRole('heading', { name: texts.confirm }).waitFor()
    // The entries survive a reload and the Previous button.
    await page.reload()
    await page.getByText('0312345678').waitFor()
    await page.getByRole('button', { name: texts.previous }).click()
    await check.waitFor()
    expect(await field(page, street).inputValue()).toBe('千代田1-1')
    await check.click()
    await page.getByRole('button', { name: texts.apply }).click()
    await page.getByRole('heading', { name: texts.completed }).waitFor()
    await page.getByText(texts.next).waitFor()
    expect(new URL(page.url()).pathname).toBe('/subscription-request/completed')
    const requests = await db
      .selectFrom('subscription_requests')
      .selectAll()
      .where('contact_email', '=', email)
      .execute()
    expect(requests).toMatchObject([
      { status: 'created', payment_type: 'credit_card', contact_phone: '0312345678', address_1: '千代田1-1', locale },
    ])
    expect(await mailTo(email)).toContain(texts.tier)
    expect(await mailTo(operator.email)).toContain('/admin/subscription-requests')
    expect(visitor.errors).toEqual([])
  })
})
