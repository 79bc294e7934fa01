// The console of operators.
import { userChannel } from '@kaiwa/contract/channels.ts'
import { createInvoice, createOperator, createPlan, createRequest } from '@kaiwa/server/test/factories/operators.ts'
import { createOwner, createUser, PASSWORD, type TestOwner, type TestUser } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { passwordField } from './test/account-steps.ts'
import { onlyInFullRun } from './test/full-run.ts'
import { type Journey, type Locale, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let journey: Journey
beforeAll(async () => {
  journey = await startJourney({ KAIWA_ROLES: 'api,realtime' })
})
afterAll(() => journey.end())

const TEXTS = {
  ja: {
    users: 'ユーザー',
    requests: 'お申し込み',
    subscriptions: '契約',
    invoices: '請求書',
    search: '氏名・メールアドレスで検索',
    status: '状態',
    disabledOnly: '無効',
    addPoint: 'ポイントを追加',
    point: '追加するポイント',
    after: '追加後のポイント：0',
    added: 'ポイントを追加しました。合計：5,000',
    disable: '無効にする',
    enable: '有効にする',
    disabled: 'ユーザーを無効にしました',
    enabled: 'ユーザーを有効にしました',
    signedOut: 'アカウントが無効になっています。',
    approve: '承認',
    approved: 'お申し込みを承認しました',
    approveFailed: '承認できませんでした',
    nothing: '該当するデータがありません',
    changePlan: 'プランを変更',
    plan: 'プラン',
    save: '保存',
    planned: 'プランの変更を登録しました',
    deleteChange: '変更予定を取り消す',
    deleted: '変更の予定を取り消しました',
    cancel: '解約を受け付ける',
    restore: '解約を取り消す',
    restored: '解約を取り消しました',
    canceled: '解約予定',
    type: '種別',
    business: '法人',
    personal: '個人',
    markPaid: '入金済みにする',
    marked: '入金済みにしました',
    toApplication: 'アプリケーションへ',
    logout: 'ログアウト',
  },
  en: {
    users: 'Users',
    requests: 'Subscription requests',
    subscriptions: 'Subscriptions',
    invoices: 'Invoices',
    search: 'Search name or email',
    status: 'Status',
    disabledOnly: 'Disabled',
    addPoint: 'Add point',
    point: 'Points to add',
    after: 'New total: 0',
    added: 'Points added. New total: 5,000',
    disable: 'Disable',
    enable: 'Enable',
    disabled: 'User disabled',
    enabled: 'User enabled',
    signedOut: 'Your account has been disabled.',
    approve: 'Approve',
    approved: 'Request approved',
    approveFailed: 'Approved failed',
    nothing: 'Nothing found',
    changePlan: 'Change plan',
    plan: 'Plan',
    save: 'Save',
    planned: 'Plan change saved',
    deleteChange: 'Delete planned change',
    deleted: 'Planned change deleted',
    cancel: 'Request cancellation',
    restore: 'Restore',
    restored: 'Subscription restored',
    canceled: 'Cancellation requested',
    type: 'Type',
    business: 'Business',
    personal: 'Personal',
    markPaid: 'Mark as paid',
    marked: 'Marked as paid',
    toApplication: 'Go to application',
    logout: 'Logout',
  },
} as const satisfies Record<Locale, Record<string, string>>

describe.each(['en', ...onlyInFullRun('ja')] as const)('the console in %s', (locale) => {
  const t = TEXTS[locale]
  let operator: TestUser
  let owner: TestOwner
  let plan: { id: number; name: string }
  let personal: { id: number; name: string }
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    const { db } = journey.program
    operator = await createOperator(db, { locale })
    owner = await createOwner(db, { locale, last_name: `${locale}検索`, first_name: '花子' })
    plan = await createPlan(db, { name: `premium-${locale}` })
    personal = await createPlan(db, { name: `person-${locale}`, audience: 'personal' })
    visitor = await journey.visit({ as: operator, locale })
    page = visitor.page
  })
  afterEach((test) => resetAfterFailure(test, visitor))
  afterAll(() => visitor.leave())

  function rowOf(text: string) {
    return page.getByRole('row').filter({ hasText: text })
  }

  async function choose(row: string, action: string) {
    await rowOf(row).getByRole('button').click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  /** Confirms the open dialog. */
  async function confirm(label: string) {
    await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
  }

  async function openList(name: string) {
    await page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }

  it('ADMIN-01 ADMIN-02 ADMIN-03 each page has the menu, a button to the application and one to log out', async () => {
    await visitor.open('/admin')
    for (const path of ['', '/users', '/subscription-requests', '/subscriptions', '/invoices', '/purchase-histories']) {
      const link = page.locator(`nav a[href="/admin${path}"]`)
      await link.click()
      await page.getByRole('heading', { level: 1, name: (await link.textContent()) ?? '', exact: true }).waitFor()
      expect(new URL(page.url()).pathname).toBe(`/admin${path}`)
      await page.getByRole('link', { name: t.toApplication }).waitFor()
      await page.getByRole('button', { name: t.logout }).waitFor()
    }
    await page.getByRole('link', { name: t.toApplication }).click()
    await page.waitForURL((url) => url.pathname === '/projects')
    const other = await journey.visit({ as: await createOperator(journey.program.db, { locale }), locale })
    await other.open('/admin/invoices')
    await other.page.getByRole('button', { name: t.logout }).click()
    await other.page.waitForURL((url) => url.pathname === '/login')
    await other.open('/admin/invoices')
    await other.page.waitForURL((url) => url.pathname === '/login')
    await other.leave()
    await visitor.open('/admin')
  })

  it('ADMIN-19 ADMIN-37 finds users by words and status, kept in the address', async () => {
    await openList(t.users)
    await page.getByRole('searchbox', { name: t.search }).fill(`${locale}検索`)
    await page.waitForURL((url) => url.searchParams.get('query') === `${locale}検索`)
    await rowOf(owner.email).waitFor()
    await rowOf(owner.email)
      .getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      .waitFor()
    await page.getByRole('combobox', { name: t.status }).selectOption({ label: t.disabledOnly })
    await page.getByText(t.nothing).waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('disabled')
    await visitor.open(`/admin/users?query=${encodeURIComponent(owner.email)}`)
    await rowOf(owner.email).waitFor()
  })

  it('ADMIN-24 adds points and shows the new total before and after', async () => {
    await choose(owner.email, t.addPoint)
    const dialog = page.getByRole('dialog', { name: t.addPoint })
    await dialog.getByLabel(t.point).fill('-1')
    await dialog.getByText(t.after, { exact: true }).waitFor()
    const send = dialog.getByRole('button', { name: t.addPoint })
    for (const wrong of ['1.5', '1000000000000', '']) {
      await dialog.getByLabel(t.point).fill(wrong)
      expect(await send.isDisabled()).toBe(true)
    }
    await dialog.getByLabel(t.point).fill('5000')
    await send.click()
    await page.getByText(t.added).waitFor()
    await rowOf(owner.email).getByText('5,000').waitFor()
  })

  it('ADMIN-34 ADMIN-35 disabling signs out the open page of the user immediately; after enabling the user can sign in', async () => {
    const user = await journey.visit({ as: owner, locale })
    await user.open('/projects')
    await user.subscribed(userChannel(owner.id))
    await choose(owner.email, t.disable)
    await confirm(t.disable)
    await page.getByText(t.disabled, { exact: true }).waitFor()
    await user.page.waitForURL((url) => url.pathname === '/login')
    await user.page.getByText(t.signedOut).waitFor()
    await user.leave()
    await choose(owner.email, t.enable)
    await confirm(t.enable)
    await page.getByText(t.enabled, { exact: true }).waitFor()
  })

  it('ADMIN-09 ADMIN-17 ADMIN-29 approves a waiting request; approving one that another operator has decided shows the error', async () => {
    const { db } = journey.program
    const first = await createRequest(db, { planId: plan.id, company: `一社目${locale}` })
    const second = await createRequest(db, { planId: plan.id, company: `二社目${locale}` })
    await openList(t.requests)
    await choose(`一社目${locale}`, t.approve)
    await confirm(t.approve)
    await page.getByText(t.approved).waitFor()
    await rowOf(first.email).waitFor({ state: 'detached' })
    await choose(`二社目${locale}`, t.approve)
    await db
      .updateTable('subscription_requests')
      .set({ status: 'rejected', decided_at: new Date() })
      .where('id', '=', second.id)
      .execute()
    await confirm(t.approve)
    await page.getByText(t.approveFailed).waitFor()
    await rowOf(second.email).waitFor({ state: 'detached' })
  })

  it('ADMIN-12 ADMIN-42 plans a change, deletes it, cancels a contract and restores it', async () => {
    await visitor.open(`/admin/subscriptions?query=${encodeURIComponent(owner.email)}`)
    await choose(owner.email, t.changePlan)
    const dialog = page.getByRole('dialog', { name: t.changePlan })
    const option = dialog.getByRole('option').filter({ hasText: personal.name })
    await option.waitFor({ state: 'attached' })
    await dialog.getByRole('combobox', { name: t.plan }).selectOption(String(personal.id))
    await dialog.getByRole('button', { name: t.save }).click()
    await page.getByText(t.planned).waitFor()
    await rowOf(owner.email).getByText(personal.name).waitFor()
    await choose(owner.email, t.deleteChange)
    await confirm(t.deleteChange)
    await page.getByText(t.deleted).waitFor()
    await rowOf(owner.email).getByText(personal.name).waitFor({ state: 'detached' })
    await choose(owner.email, t.cancel)
    await confirm(t.cancel)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await rowOf(owner.email).getByText(t.canceled, { exact: true }).waitFor()
    await choose(owner.email, t.restore)
    await confirm(t.restore)
    await page.getByText(t.restored).waitFor()
    await rowOf(owner.email).getByText(t.canceled, { exact: true }).waitFor({ state: 'detached' })
  })

  it('ADMIN-18 shows contracts of companies or of persons', async () => {
    const { db } = journey.program
    const person = await createOwner(db, { locale, last_name: `${locale}個人`, plan: 'trial' })
    await visitor.open(`/admin/subscriptions?query=${encodeURIComponent(locale)}`)
    await rowOf(owner.email).waitFor()
    await rowOf(person.email).waitFor()
    for (const [label, shown, hidden] of [
      [t.business, owner, person],
      [t.personal, person, owner],
    ] as const) {
      await page.getByRole('combobox', { name: t.type }).selectOption({ label })
      await rowOf(hidden.email).waitFor({ state: 'detached' })
      await rowOf(shown.email).waitFor()
    }
    expect(new URL(page.url()).searchParams.get('type')).toBe('2')
  })

  it('ADMIN-07 ADMIN-38 marks an invoice as paid, which then leaves the list of pending ones', async () => {
    const { number } = await createInvoice(journey.program.db, owner, { dueInDays: -2 })
    await openList(t.invoices)
    await choose(number, t.markPaid)
    await confirm(t.markPaid)
    await page.getByText(t.marked, { exact: true }).waitFor()
    await rowOf(number).waitFor({ state: 'detached' })
  })
})

describe('people who are no operators', () => {
  it('ADMIN-04 see the page 403', async () => {
    const visitor = await journey.visit({ as: await createUser(journey.program.db), locale: 'en' })
    await visitor.open('/admin/users')
    await visitor.page.getByText('Sorry, you are not authorized to access this page.').waitFor()
    expect(await visitor.page.getByRole('table').count()).toBe(0)
    await visitor.leave()
  })

  it('ADMIN-05 anonymous people go to login, and back after signing in', async () => {
    const operator = await createOperator(journey.program.db, { locale: 'en' })
    const visitor = await journey.visit({ locale: 'en' })
    const { page } = visitor
    await visitor.open('/admin/invoices?status=paid')
    await page.waitForURL((url) => url.pathname === '/login')
    await page.locator('input[type=email]').fill(operator.email)
    await passwordField(page).fill(PASSWORD)
    await page.locator('button[type=submit]').click()
    await page.getByRole('heading', { level: 1, name: 'Invoices' }).waitFor()
    expect(new URL(page.url()).search).toBe('?status=paid')
    await visitor.leave()
  })
})
