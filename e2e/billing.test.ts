// Payment as an owner uses it: a membership by card, points, its cancellation. The payment provider is the stand-in of local
// mode, which is used over its wire protocol and its own pages.
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { button } from './test/account-steps.ts'
import { onlyInFullRun } from './test/full-run.ts'
import { type Journey, type Locale, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
beforeAll(async () => {
  // The stand-in exists where the sample account does.
  journey = await startJourney({ KAIWA_DEMO: 'on' })
})
afterAll(() => journey.end())

const TEXTS = {
  ja: {
    notice: 'お支払いの設定が必要です',
    setUp: 'お支払いを設定',
    buy: 'メンバーシップを購入',
    register: '登録する',
    setupDone: 'カードのご登録ありがとうございます',
    toProjects: 'フォルダ一覧へ',
    member: 'メンバーシップ（プランなし）',
    additional: '追加購入',
    plus: '1,000ポイント増やす',
    toCheckout: 'お支払いへ進む',
    pay: '支払う',
    paid: 'ご購入ありがとうございます',
    points: '2,000ポイント',
    history: '購入履歴',
    bought: 'ポイントの購入',
    withdraw: '退会する',
    agree: '上記の内容を確認しました',
    withdrawn: 'メンバーシップから退会しました',
    received: '退会のお申し込みを受け付けました',
  },
  en: {
    notice: 'Set up payment',
    setUp: 'Setup payment',
    buy: 'Buy membership',
    register: 'Register',
    setupDone: 'Thank you for registering your credit card',
    toProjects: 'Go to project list',
    member: 'Membership without a plan',
    additional: 'Additional purchase',
    plus: '1,000 points more',
    toCheckout: 'Proceed to payment',
    pay: 'Pay',
    paid: 'Thank you for your purchase',
    points: '2,000 points',
    history: 'Purchase history',
    bought: 'Points purchased',
    withdraw: 'Withdraw from membership',
    agree: 'I have read and understood the notes above',
    withdrawn: 'You have withdrawn from membership',
    received: 'We have received your withdrawal request',
  },
} as const

function heading(page: Page, name: string) {
  return page.getByRole('heading', { name, exact: true, level: 1 })
}

/** Both languages and widths run in `npm run test:full`. */
const VISITS: [Locale, number][] = [['en', 390], ...onlyInFullRun<[Locale, number]>(['ja', 1440])]

describe.each(VISITS)('a membership by card, in %s at %i px', (locale, width) => {
  const texts = TEXTS[locale]
  let owner: TestOwner
  let visitor: Visitor
  beforeAll(async () => {
    owner = await createOwner(journey.program.db, { plan: null })
    visitor = await journey.visit({ as: owner, locale, width, height: 900 })
  })
  afterEach(async (test) => {
    await resetAfterFailure(test, visitor)
    expect(visitor.errors.splice(0)).toEqual([])
  })

  it('WS-04 WS-11 BILL-16 BILL-27 an empty workspace without a plan leads its owner to the payment page', async () => {
    const { page, open } = visitor
    await open(`/projects/${owner.rootProjectId}`)
    await page.getByRole('alert').getByText(texts.notice).waitFor()
    await page.getByRole('complementary').getByRole('link', { name: texts.buy }).waitFor()
    await page.getByRole('link', { name: texts.setUp }).click()
    await page.waitForURL(/\/mypage\/payment$/)
    await button(page, texts.buy).waitFor()
  })

  it('BILL-24 BILL-70 BILL-71 registers a card at the provider and is a member', async () => {
    const { page } = visitor
    await button(page, texts.buy).click()
    await page.waitForURL(/\/dev\/stripe\/checkout\//)
    await button(page, texts.register).click()
    await page.waitForURL(/\/setup-payment\/success/)
    await heading(page, texts.setupDone).waitFor()
    await page.getByRole('link', { name: texts.toProjects }).click()
    await page.waitForURL(/\/projects\/\d+$/)
    await page.getByRole('main').waitFor()
    // BILL-27: neither the banner nor the notice is shown with a subscription.
    expect(await page.getByRole('link', { name: texts.buy }).count()).toBe(0)
    await visitor.navigate('/mypage/payment')
    await page.getByText(texts.member, { exact: true }).waitFor()
    await page.getByText(/4242/).waitFor()
  })

  it('BILL-15 BILL-25 BILL-55 buys points by a checkout', async () => {
    const { page } = visitor
    await button(page, texts.additional).click()
    await button(page, texts.plus).click()
    await button(page, texts.toCheckout).click()
    await page.waitForURL(/\/dev\/stripe\/checkout\//)
    await page.getByText(/2,200/).waitFor()
    await button(page, texts.pay).click()
    await page.waitForURL(/\/payment\/success/)
    await heading(page, texts.paid).waitFor()
    await visitor.navigate('/mypage/payment')
    await page.getByText(texts.points, { exact: true }).first().waitFor()
    await page.getByRole('table', { name: texts.history }).getByRole('row', { name: texts.bought }).waitFor()
  })

  it('BILL-18 BILL-20 BILL-21 BILL-22 withdraws, and the home is loaded again after about a second', async () => {
    const { page } = visitor
    await button(page, texts.withdraw).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: texts.agree }).check()
    // The page itself notes when it says so: the test may learn of it late.
    await page.evaluate((text) => {
      new MutationObserver(() => {
        if (document.body.textContent.includes(text)) sessionStorage['withdrawnAt'] ??= String(Date.now())
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    }, texts.withdrawn)
    const loaded = page.waitForEvent('load')
    await dialog.getByRole('button').last().click()
    await loaded
    const pause = await page.evaluate(() => performance.timeOrigin - Number(sessionStorage['withdrawnAt']))
    expect(pause).toBeGreaterThan(500)
    await page.waitForURL(/\/projects\/\d+$/)
    await visitor.open('/mypage/payment')
    await button(page, texts.received).waitFor()
    expect(await button(page, texts.received).isDisabled()).toBe(true)
  })
})
