// The payment page in each state of a contract.
import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import type { Usage } from '@kaiwa/contract/billing.ts'
import type { CurrentPayment, PaymentHistory, PointUsage } from '@kaiwa/contract/payment.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { usageQuery } from '../billing/queries.ts'
import { changeTexts } from '../platform/i18n.ts'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { PrivatePage } from '../test/PrivatePage.tsx'
import { show } from '../test/show.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import PaymentPage from './PaymentPage.tsx'

type Subscription = NonNullable<CurrentPayment['subscription']>

const PLAN: NonNullable<Subscription['plan']> = {
  id: 2,
  name: 'premium',
  description: '',
  monthly_price: 150_000,
  yearly_price: 120_000,
  minute: 6000,
  storage: 1000,
  chat: 1000,
  editor: 50,
  viewer: 500,
}

const SUBSCRIPTION: Subscription = {
  id: 9,
  plan: PLAN,
  limits: { minute: 6000, storage: 1000, chat: 1000, editor: 50, viewer: 500 },
  payment_type: 'monthly',
  monthly_fee: 150_000,
  start_date: '2026-04-10T03:00:00.000Z',
  renewal_date: '2027-03-31T15:00:00.000Z',
  end_date: null,
  trial_ends_at: null,
  change: null,
  can_cancel: false,
  is_suspended: false,
}

const MEMBERSHIP: Subscription = {
  ...SUBSCRIPTION,
  plan: null,
  limits: { minute: 60, storage: 5, chat: 10, editor: 1, viewer: 3 },
  payment_type: 'credit_card',
  monthly_fee: 1000,
  can_cancel: true,
}

const INVOICE: CurrentPayment = {
  subscription: SUBSCRIPTION,
  point_purchase: 'invoice',
  card: null,
  card_reason: null,
  is_trial_provider: false,
  membership_price: 1000,
}
const MEMBER: CurrentPayment = {
  ...INVOICE,
  subscription: MEMBERSHIP,
  point_purchase: 'checkout',
  card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 },
}
const NOBODY: CurrentPayment = { ...INVOICE, subscription: null, point_purchase: null }

const NONE = { amount: 0, point: 0 }
const POINTS: PointUsage = {
  workspace: { point: 12_000, minute: 6000, storage: 1_024_000, chat: 1000, editor: 50, viewer: 500 },
  plan: { point: 150_000, money: 150_000 },
  additional: {
    point: 1300,
    money: 0,
    minute: { amount: 130, point: 1300 },
    storage: NONE,
    chat: NONE,
    editor: NONE,
    viewer: NONE,
  },
  price: { minute: 10, storage: 50, chat: 20, editor: 3000, viewer: 300 },
  current_cycle_date: ['2026-10-31T15:00:00.000Z', '2026-11-30T15:00:00.000Z'],
  next_cycle_date: '2026-11-30T15:00:00.000Z',
}

function row(id: number, columns: Partial<PaymentHistory>): PaymentHistory {
  return {
    id,
    action_date: '2026-11-01T00:30:00.000Z',
    billing_type: 'purchase_point',
    money: 1100,
    point: 1000,
    kind: null,
    amount: null,
    invoice_id: null,
    ...columns,
  }
}

const ROWS = [
  row(3, { billing_type: 'payment_invoice', money: 165_000, point: 0, invoice_id: 7 }),
  row(2, { billing_type: 'use_point', money: 0, point: -1300, kind: 'minute', amount: 130 }),
  row(1, {}),
]

/** The answers of the server by path; a function is called with the request's body. */
let answers: Record<string, () => Response>
let bodies: Record<string, unknown[]>

const user = { id: 1, workspaces: [], can: { pay: true, view_members: true } } as unknown as User

beforeEach(() => {
  bodies = {}
  answers = {
    '/api/payment/current': () => Response.json(INVOICE),
    '/api/usage/points': () => Response.json(POINTS),
    '/api/payment/histories': () => Response.json({ data: ROWS, current_page: 1, last_page: 1 }),
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href)
    const answer = answers[pathname]
    if (!answer) return new Promise<Response>(() => undefined)
    const sent = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    ;(bodies[pathname] ??= []).push(sent)
    return Promise.resolve(answer())
  })
})
beforeEach(() => page.viewport(1280, 900))
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

async function open(payment: CurrentPayment, flags: Partial<Usage['flags']> = {}) {
  answers['/api/payment/current'] = () => Response.json(payment)
  queryClient.setQueryData(sessionQuery.queryKey, { user } as Identity)
  queryClient.setQueryData(treeQuery.queryKey, {
    all_items: [],
    project_ids_with_owner: [],
    shared_folder_ids: [],
    unread_item_ids: [],
  })
  const quotas = { storage: 1, minute: 1, editor: 1, viewer: 1, chat: 1 }
  const possible = { analyze: true, upload: true, chat: true, inviteEditor: true, inviteViewer: true }
  queryClient.setQueryData(usageQuery.queryKey, {
    subscription_id: payment.subscription?.id ?? null,
    is_workspace_owner: true,
    total_project: 0,
    is_suspended: payment.subscription?.is_suspended ?? false,
    chat: 0,
    subscription: null,
    remain: quotas,
    use_point: quotas,
    basic_plan: quotas,
    flags: { ...possible, ...flags },
  })
  queryClient.setQueryDefaults(usageQuery.queryKey, { staleTime: Infinity })
  return show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <MemoryRouter>
          <PaymentPage />
          <Toasts />
        </MemoryRouter>
      </PrivatePage>
    </QueryClientProvider>,
    'payment',
    'billing',
  )
}

describe('the contract', () => {
  it('BILL-10 BILL-12 BILL-13 a plan shows name, fee without tax, type, start, renewal, and asks to change it', async () => {
    const screen = await open(INVOICE)
    const part = screen.getByRole('region', { name: 'ご契約' })
    await expect.element(part.getByText('プレミアム')).toBeVisible()
    await expect.element(part.getByText('月額料金（税抜）')).toBeVisible()
    await expect.element(part.getByText('150,000円／月')).toBeVisible()
    await expect.element(part.getByText('請求書払い（月払い）', { exact: true })).toBeVisible()
    await expect.element(part.getByText('2026/04/10')).toBeVisible()
    await expect.element(part.getByText('解析時間 6,000分／月')).toBeVisible()
    await expect.element(part.getByText('2027/04/01（自動更新）')).toBeVisible()
    await expect
      .element(part.getByRole('link', { name: 'プランの変更はお問い合わせください' }))
      .toHaveAttribute('href', '/guide/support')
    expect(screen.getByRole('region', { name: '退会' }).query()).toBeNull()
  })

  it('BILL-16 without a subscription the page sells a membership and leads to the application', async () => {
    answers['/api/payment/histories'] = () => Response.json({ data: [], current_page: 1, last_page: 1 })
    answers['/api/payment/checkout'] = () => Response.json({ error: 'E_UNAVAILABLE' }, { status: 503 })
    const screen = await open(NOBODY)
    await expect.element(screen.getByText('購入履歴はまだありません。')).toBeVisible()
    // A price for persons is shown with tax in Japan.
    await expect.element(screen.getByText(/^月額1,100円（税込、税抜1,000円）で/)).toBeVisible()
    await expect
      .element(screen.getByText(/毎月自動的に更新され、退会のお手続きをした月の末日に終了します。$/))
      .toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: '法人プランを申し込む' }))
      .toHaveAttribute('href', '/subscription-request')
    await screen.getByRole('button', { name: 'メンバーシップを購入' }).click()
    await expect.element(screen.getByText('決済ページを開けませんでした。もう一度お試しください。')).toBeVisible()
    expect(bodies['/api/payment/checkout']).toEqual([{ back_url: '/mypage/payment', is_app: 0 }])
  })

  it('says why a card cannot be used, and disables the purchase', async () => {
    const screen = await open({ ...NOBODY, card_reason: 'card.not-set' })
    await expect.element(screen.getByText(/^この環境ではカード決済が設定されていません/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'メンバーシップを購入' })).toBeDisabled()
  })

  it('says that a plan is suspended, and what changes later', async () => {
    const change = { plan_name: 'basic', payment_type: 'monthly' as const, from: '2026-11-30T15:00:00.000Z' }
    const { limits } = MEMBERSHIP
    const screen = await open({ ...INVOICE, subscription: { ...SUBSCRIPTION, limits, is_suspended: true, change } })
    await expect.element(screen.getByText(/ご契約を一時停止しています/)).toBeVisible()
    await expect.element(screen.getByText('解析時間 60分／月')).toBeVisible()
    await expect.element(screen.getByText('2026/12/01から「ベーシック」に変わります。')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: '追加購入' })).toBeDisabled()
  })
})

it('a suspended membership keeps its points, and its page neither sells nor suggests points', async () => {
  const subscription = { ...MEMBERSHIP, is_suspended: true }
  const screen = await open({ ...MEMBER, point_purchase: null, subscription }, { analyze: false })
  await expect.element(screen.getByText(/ご契約を一時停止しています/)).toBeVisible()
  await expect.element(screen.getByText('12,000ポイント')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '追加購入' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'カードと領収書を管理' })).toBeVisible()
  expect(screen.getByText(/カードへご請求/).query()).toBeNull()
  expect(screen.getByText(/ポイントを購入するか/).query()).toBeNull()
})

it('offers to manage the card of a suspended contract by card', async () => {
  const screen = await open({
    ...INVOICE,
    point_purchase: null,
    card: MEMBER.card,
    subscription: { ...SUBSCRIPTION, payment_type: 'credit_card', is_suspended: true },
  })
  await expect.element(screen.getByRole('button', { name: 'カードと領収書を管理' })).toBeVisible()
})

it('a contract by card without a card asks for one, as for a new owner of the workspace', async () => {
  answers['/api/profile/billing-portal'] = () => Response.json({ error: 'E_UNAVAILABLE' }, { status: 503 })
  const screen = await open({ ...MEMBER, card: null })
  await expect.element(screen.getByText(/^カードが登録されていないため/)).toBeVisible()
  await screen.getByRole('button', { name: 'カードを登録' }).click()
  await expect.element(screen.getByText(/^カードの管理画面を開けま/)).toBeVisible()
  expect(bodies['/api/profile/billing-portal']).toHaveLength(1)
})

it.each([
  ['with a card', MEMBER],
  ['where cards cannot be used', { ...MEMBER, card: null, card_reason: 'card.not-set' as const }],
  ['by invoice', INVOICE],
])('a contract %s does not ask for a card', async (_, payment) => {
  const screen = await open(payment)
  await expect.element(screen.getByRole('region', { name: 'ご契約' })).toBeVisible()
  expect(screen.getByText(/^カードが登録されていないため/).query()).toBeNull()
})

it('names the brand of the card as its owner knows it', async () => {
  const screen = await open({ ...MEMBER, card: { brand: 'jcb', last4: '0505', exp_month: 4, exp_year: 2030 } })
  await expect.element(screen.getByText('JCB 末尾 0505（有効期限 04/2030）')).toBeVisible()
})

describe('points', () => {
  it.each([
    ['BILL-14 a plan by invoice', INVOICE],
    ['BILL-15 a membership', MEMBER],
  ])('%s shows the points of the workspace and what this month used', async (_, payment) => {
    const screen = await open(payment)
    await expect.element(screen.getByText('12,000ポイント')).toBeVisible()
    const table = screen.getByRole('table', { name: '今月の使用ポイント' })
    const minutes = table.getByRole('row', { name: /^解析時間 6,000分 130分 10ポイント／分 1,300ポイント/ })
    await expect.element(minutes).toBeVisible()
    await expect.element(table.getByRole('row', { name: /^ストレージ 1,000GB 0GB/ })).toBeVisible()
    await expect.element(table.getByRole('row', { name: /^合計/ })).toHaveTextContent('合計1,300ポイント')
  })

  it('a plan by card shows the charge in yen and sells no points', async () => {
    const charged = { ...POINTS, additional: { ...POINTS.additional, money: 1300 } }
    answers['/api/usage/points'] = () => Response.json(charged)
    const subscription = { ...SUBSCRIPTION, payment_type: 'credit_card' as const }
    const screen = await open({ ...INVOICE, subscription, point_purchase: null })
    const table = screen.getByRole('table', { name: '今月の超過料金（税抜）' })
    await expect.element(table.getByRole('row', { name: /^合計/ })).toHaveTextContent('合計1,300円')
    expect(screen.getByRole('button', { name: '追加購入' }).query()).toBeNull()
  })

  it('BILL-43 BILL-44 shows the owner that points are missing, with links to buy points or to inquire', async () => {
    const screen = await open(INVOICE, { analyze: false })
    const alert = screen.getByRole('alert').filter({ hasText: 'ポイントが不足しています' })
    await expect.element(alert.getByText(/ポイントを購入するか、お問い合わせください/)).toBeVisible()
    await expect.element(alert.getByRole('link', { name: 'お問い合わせはこちら' })).toBeVisible()
  })

  it('BILL-45 BILL-46 BILL-47 BILL-51 BILL-53 buys a number of points on the invoice', async () => {
    answers['/api/payment/point'] = () => Response.json({ point: 14_000 }, { status: 201 })
    const screen = await open(INVOICE)
    await screen.getByRole('button', { name: '追加購入' }).click()
    const dialog = screen.getByRole('dialog', { name: 'ポイントの購入' })
    const count = dialog.getByRole('textbox', { name: '購入ポイント数' })
    const minus = dialog.getByRole('button', { name: '1,000ポイント減らす' })
    await expect.element(count).toHaveValue('1,000')
    await expect.element(minus).toBeDisabled()
    await expect.element(dialog.getByRole('status')).toHaveTextContent('お支払い金額（税込）1,100円')
    await dialog.getByRole('button', { name: '1,000ポイント増やす' }).click()
    await expect.element(count).toHaveValue('2,000')
    await expect.element(minus).toBeEnabled()
    for (const [example, cost] of [
      ['解析時間 600分', '6,000ポイント'],
      ['ストレージ 100GB', '5,000ポイント'],
      ['AIチャット 20回', '400ポイント'],
      ['編集者 1名', '3,000ポイント'],
      ['閲覧者 10名', '3,000ポイント'],
    ] as const) {
      const shown = dialog.getByText(example).element().parentElement
      expect(shown?.textContent).toBe(`${example}${cost}`)
    }
    const submit = dialog.getByRole('button', { name: '購入する' })
    await count.fill('999')
    await expect.element(dialog.getByText('最小値は1,000です')).toBeVisible()
    await expect.element(submit).toBeDisabled()
    await count.fill('２，０００')
    await submit.click()
    await expect.element(screen.getByText('ポイントを購入しました')).toBeVisible()
    expect(bodies['/api/payment/point']).toEqual([{ point: 2000, request_id: expect.any(String) }])
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('BILL-48 BILL-49 BILL-50 says what points are for, that they are not refunded, and how they are paid', async () => {
    const screen = await open(INVOICE)
    await screen.getByRole('button', { name: '追加購入' }).click()
    const dialog = screen.getByRole('dialog', { name: 'ポイントの購入' })
    await expect.element(dialog.getByText('購入後のキャンセルと返金はできません。')).toBeVisible()
    await expect.element(dialog.getByText(/不足分にのみ使えます。月額料金のお支払いには使えません。/)).toBeVisible()
    await expect.element(dialog.getByText('月末締めの請求書でのお支払いとなります。')).toBeVisible()
  })

  it('a membership that ends soon says at the purchase until when points can be used', async () => {
    const subscription = { ...MEMBERSHIP, end_date: '2026-11-30T15:00:00.000Z', can_cancel: false }
    const screen = await open({ ...MEMBER, subscription })
    await screen.getByRole('button', { name: '追加購入' }).click()
    const dialog = screen.getByRole('dialog', { name: 'ポイントの購入' })
    await expect.element(dialog.getByText(/^ご契約は2026\/11\/30に終了します。/)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'お支払いへ進む' })).toBeEnabled()
  })

  it('BILL-54 a failed purchase says so, and the dialog stays', async () => {
    answers['/api/payment/point'] = () => Response.json({ error: 'E_CONFLICT' }, { status: 409 })
    const screen = await open(INVOICE)
    await screen.getByRole('button', { name: '追加購入' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: '購入する' }).click()
    await expect.element(screen.getByText('ポイントを購入できませんでした')).toBeVisible()
    await expect.element(screen.getByRole('dialog', { name: 'ポイントの購入' })).toBeVisible()
  })

  it('BILL-58 a membership opens the checkout, whose failure is shown', async () => {
    answers['/api/payment/point/checkout'] = () => Response.json({ error: 'E_UNAVAILABLE' }, { status: 503 })
    const screen = await open(MEMBER)
    await screen.getByRole('button', { name: '追加購入' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'お支払いへ進む' }).click()
    await expect.element(screen.getByText('決済ページを開けませんでした。もう一度お試しください。')).toBeVisible()
    expect(bodies['/api/payment/point/checkout']).toEqual([{ point: 1000, back_url: '/mypage/payment', is_app: 0 }])
  })
})

it('a narrow page shows prices and amounts without scrolling sideways', async () => {
  await page.viewport(390, 844)
  const screen = await open(INVOICE)
  const used = screen.getByRole('table', { name: '今月の使用ポイント' })
  await expect
    .element(used.getByRole('row', { name: /^解析時間 10ポイント／分 6,000分 130分 1,300ポイント/ }))
    .toBeVisible()
  const history = screen.getByRole('table', { name: '購入履歴' })
  await expect.element(history.getByRole('row', { name: /^請求書の発行 2026.* 165,000円 –/ })).toBeVisible()
  for (const table of [used, history]) {
    const frame = table.element().parentElement!
    expect(frame.scrollWidth).toBeLessThanOrEqual(frame.clientWidth)
  }
})

describe('the purchase history', () => {
  it('BILL-17 BILL-55 BILL-56 BILL-57 lists money and points, with a link to the invoice where there is one', async () => {
    answers['/api/payment/3/invoice'] = () => Response.json({ error: 'E_NOT_FOUND' }, { status: 404 })
    const screen = await open(INVOICE)
    const table = screen.getByRole('table', { name: '購入履歴' })
    for (const name of [
      / 請求書の発行 165,000円 – /,
      / ポイントの使用 解析時間 130分 – -1,300/,
      / ポイントの購入 1,100円 1,000/,
    ])
      await expect.element(table.getByRole('row', { name })).toBeVisible()
    const links = table.getByRole('button', { name: /^請求書をダウンロード/ })
    expect(links.elements()).toHaveLength(1)
    await links.click()
    await expect.element(screen.getByText('請求書をダウンロードできませんでした')).toBeVisible()
  })

  it('BILL-56 names every type, and what was given back', async () => {
    const types = [
      'payment_auto',
      'payment_invoice',
      'payment_invoice_credit_card',
      'purchase_point',
      'give_point',
    ] as const
    const data = [
      ...types.map((type, index) => row(index + 1, { billing_type: type })),
      row(6, { billing_type: 'use_point', money: 0, point: -20, kind: 'chat', amount: 1 }),
      row(7, { billing_type: 'payment_auto', money: -1100, point: 0 }),
      row(8, { billing_type: 'give_point', money: -1100, point: -1000 }),
      row(9, { billing_type: 'use_point', money: 0, point: 10_000, kind: 'minute', amount: -1000 }),
    ]
    answers['/api/payment/histories'] = () => Response.json({ data, current_page: 1, last_page: 1 })
    const screen = await open(INVOICE)
    const table = screen.getByRole('table', { name: '購入履歴' })
    for (const name of [
      / メンバーシップ料金（カード決済） 1,100円/,
      / 請求書の発行 1,100円/,
      / プラン料金（カード決済） 1,100円/,
      / ポイントの購入 1,100円/,
      / ポイントの付与 1,100円/,
      / ポイントの使用 AIチャット 1回 – -20/,
      / メンバーシップ料金の返金 -1,100円/,
      / ポイントの減算 -1,100円 -1,000/,
      / 使用ポイントの返還 解析時間 -1,000分 – 10,000/,
    ])
      await expect.element(table.getByRole('row', { name })).toBeVisible()
    await changeTexts('en')
    await expect.element(screen.getByRole('row', { name: / Membership fee refunded -¥1,100 / })).toBeVisible()
  })

  it('BILL-17 has no column for invoices without any, and pages', async () => {
    answers['/api/payment/histories'] = () => Response.json({ data: [row(1, {})], current_page: 1, last_page: 3 })
    const screen = await open(INVOICE)
    await expect.element(screen.getByRole('table', { name: '購入履歴' })).toBeVisible()
    expect(screen.getByRole('columnheader', { name: '請求書' }).query()).toBeNull()
    await expect.element(screen.getByRole('button', { name: '3ページ目' })).toBeVisible()
  })
})

describe('the cancellation', () => {
  it('BILL-18 BILL-19 BILL-23 a membership without a plan is cancelled after five notes and a confirmation', async () => {
    answers['/api/payment/subscription/cancel'] = () => Response.json({ error: 'E_CONFLICT' }, { status: 409 })
    const screen = await open(MEMBER)
    await screen.getByRole('button', { name: '退会する' }).click()
    const dialog = screen.getByRole('dialog', { name: '退会の確認' })
    await expect.element(dialog.getByRole('listitem').first()).toBeVisible()
    expect(dialog.getByRole('listitem').elements()).toHaveLength(5)
    const submit = dialog.getByRole('button', { name: '退会する' })
    await expect.element(submit).toBeDisabled()
    await dialog.getByRole('checkbox', { name: '上記の内容を確認しました' }).click()
    await submit.click()
    await expect.element(screen.getByText('退会できませんでした')).toBeVisible()
  })

  it('BILL-20 after a cancellation the button is disabled and says that the request was received', async () => {
    const ended = { ...MEMBERSHIP, end_date: '2026-11-30T15:00:00.000Z', can_cancel: false }
    const screen = await open({ ...MEMBER, subscription: ended })
    await expect.element(screen.getByRole('button', { name: '退会のお申し込みを受け付けました' })).toBeDisabled()
    await expect.element(screen.getByText('2026/11/30までご利用いただけます。')).toBeVisible()
  })
})
