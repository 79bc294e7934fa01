// The application of a company, from the form to the completion.
import type { Plan } from '@kaiwa/contract/plans.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { changeTexts } from '../platform/i18n.ts'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'
import { show } from '../test/show.tsx'
import CompletedPage from './CompletedPage.tsx'
import ConfirmPage from './ConfirmPage.tsx'
import SubscriptionRequestPage from './SubscriptionRequestPage.tsx'
import { writeDraft } from './draft.ts'

function plan(id: number, name: string, monthly: number, yearly: number): Plan {
  const limits = { minute: 1_200, storage: 100, chat: 200, editor: 3, viewer: 20 }
  return { id, name, description: '', monthly_price: monthly, yearly_price: yearly, ...limits }
}

const PLANS = [plan(7, 'basic', 30_000, 27_000), plan(9, 'premium', 80_000, 72_000)]

const PLACES = {
  '0001': [['東京都', '千代田区', '千代田']],
  '0000': [
    ['愛知県', '弥富市', ''],
    ['三重県', '桑名郡木曽岬町', ''],
  ],
}

/** Answers of the server by path; bodies of the calls to it. */
let answers: Record<string, () => Response>
let bodies: Record<string, unknown>[]

beforeEach(() => {
  bodies = []
  answers = {
    '/api/plans': () => Response.json(PLANS),
    '/api/client-config': () => Response.json({ card_payment: true, terms_url: null, privacy_url: null }),
    '/api/subscription-requests/validate': () => Response.json({ success: true }),
    '/api/subscription-requests': () => Response.json({ payment_type: 'yearly' }, { status: 201 }),
    '/postal-codes/100.json': () => Response.json(PLACES),
    '/postal-codes/999.json': () => new Response('', { status: 500 }),
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = input instanceof Request ? input : new Request(new URL(String(input), location.href), init)
    const { pathname } = new URL(request.url)
    if (request.method === 'POST') bodies.push((await request.json()) as Record<string, unknown>)
    return answers[pathname]?.() ?? new Promise(() => undefined)
  })
  queryClient.setQueryData(sessionQuery.queryKey, null)
})
afterEach(() => {
  writeDraft(null)
  queryClient.clear()
  vi.restoreAllMocks()
})

async function open(path = '/subscription-request') {
  const router = createMemoryRouter(
    [
      { path: '/subscription-request', element: <SubscriptionRequestPage /> },
      { path: '/subscription-request/confirm', element: <ConfirmPage /> },
      { path: '/subscription-request/completed', element: <CompletedPage /> },
      { path: '/', element: <h1>top</h1> },
    ],
    { initialEntries: [path] },
  )
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
    'applications',
    'billing',
  )
  return { screen, router }
}

type Screen = Awaited<ReturnType<typeof open>>['screen']

const TEXTS = {
  会社名: '株式会社北星製作所',
  姓: '佐藤',
  名: '葵',
  メールアドレス: 'aoi@hokusei.example',
  電話番号: '０３１２３４５６７８',
  郵便番号: '１００－０００１',
  市区町村: '千代田区',
  '町名・番地': '千代田1-1',
}

function field(screen: Screen, name: string) {
  return screen.getByRole('textbox', { name, exact: true })
}

async function fillTexts(screen: Screen, left: string | null = null) {
  for (const [name, value] of Object.entries(TEXTS)) await field(screen, name).fill(name === left ? '' : value)
}

async function choose(screen: Screen, { prefecture = true, term = true, policy = true } = {}) {
  await screen.getByRole('radio', { name: /^プレミアムプラン/ }).click()
  await screen.getByRole('radio', { name: /年払い/ }).click()
  if (prefecture) await userEvent.selectOptions(screen.getByRole('combobox', { name: '都道府県' }), '東京都')
  if (term) await screen.getByRole('checkbox', { name: '利用規約に同意します' }).click()
  if (policy) await screen.getByRole('checkbox', { name: 'プライバシーポリシーに同意します' }).click()
}

function submit(screen: Screen) {
  return screen.getByRole('button', { name: '確認画面へ進む' })
}

describe('the form', () => {
  it('APPLY-10 can be submitted once all required fields and both agreements are given, and names what is missing', async () => {
    const { screen } = await open()
    const button = submit(screen)
    await expect.element(button).toBeDisabled()
    await expect
      .element(button)
      .toHaveAccessibleDescription(
        '入力が必要な項目：プラン、お支払い方法、会社名、姓、名、メールアドレス、電話番号、郵便番号、都道府県、市区町村、町名・番地、利用規約への同意、プライバシーポリシーへの同意',
      )
    await choose(screen)
    await fillTexts(screen)
    await expect.element(button).toBeEnabled()
    for (const name of ['利用規約に同意します', 'プライバシーポリシーに同意します']) {
      await screen.getByRole('checkbox', { name }).click()
      await expect.element(button).toBeDisabled()
      await screen.getByRole('checkbox', { name }).click()
    }
    for (const [name, wrong, problem] of [
      ['会社名', ' ', '会社名を入力してください'],
      ['メールアドレス', 'aoi', '有効なメールアドレスを入力してください'],
      ['電話番号', '03-1234-5678', '電話番号の形式を確認してください'],
      ['電話番号', '090123456789', '11文字以内で入力してください'],
      ['郵便番号', '100-00', '郵便番号の形式を確認してください'],
    ] as const) {
      await field(screen, name).fill(wrong)
      await userEvent.tab()
      await expect.element(screen.getByText(problem)).toBeVisible()
      await expect.element(button).toBeDisabled()
      await field(screen, name).fill(TEXTS[name])
      await expect.element(button).toBeEnabled()
    }
  })

  it('shows the monthly fee of the payment type, and the plan of the address is chosen', async () => {
    const { screen } = await open('/subscription-request?plan=basic')
    const basic = screen.getByRole('radio', { name: /^ベーシックプラン/ })
    await expect.element(basic).toBeChecked()
    await expect.element(basic).toMatchTextContent(/月額 30,000円/)
    await screen.getByRole('radio', { name: /年払い/ }).click()
    await expect.element(basic).toMatchTextContent(/月額 27,000円/)
    await screen.getByRole('radio', { name: /クレジットカード/ }).click()
    await expect.element(basic).toMatchTextContent(/月額 30,000円/)
  })

  it('says why payment by card cannot be chosen where the installation has none', async () => {
    answers['/api/client-config'] = () => Response.json({ card_payment: false, terms_url: null, privacy_url: null })
    const { screen } = await open()
    const card = screen.getByRole('radio', { name: /クレジットカード/ })
    await expect.element(card).toBeDisabled()
    await expect.element(card).toMatchTextContent(/現在、クレジットカード払いはご利用いただけません。/)
  })

  it('keeps its entries when the page is loaded again', async () => {
    const first = await open()
    await choose(first.screen)
    await fillTexts(first.screen)
    await first.screen.unmount()
    const { screen } = await open()
    for (const [name, value] of Object.entries(TEXTS)) await expect.element(field(screen, name)).toHaveValue(value)
    await expect.element(screen.getByRole('radio', { name: /^プレミアムプラン/ })).toBeChecked()
    await expect.element(submit(screen)).toBeEnabled()
  })
})

describe('the address', () => {
  function autofill(screen: Screen) {
    return screen.getByRole('button', { name: '住所を自動入力' })
  }

  it('APPLY-11 the button for the address is enabled for three digits, an optional hyphen and four digits', async () => {
    const { screen } = await open()
    for (const [code, isEnabled] of [
      ['', false],
      ['100-000', false],
      ['100-0001', true],
      ['1000001', true],
      ['１００－０００１', true],
      ['1000-001', false],
      ['100-00011', false],
    ] as const) {
      await field(screen, '郵便番号').fill(code)
      await expect.element(autofill(screen)).toHaveProperty('disabled', !isEnabled)
    }
  })

  it('APPLY-12 fills prefecture, city and street address, and keeps a house number', async () => {
    const { screen } = await open()
    await field(screen, '郵便番号').fill('1000001')
    await autofill(screen).click()
    await expect.element(screen.getByRole('combobox', { name: '都道府県' })).toHaveValue('東京都')
    await expect.element(field(screen, '市区町村')).toHaveValue('千代田区')
    await expect.element(field(screen, '町名・番地')).toHaveValue('千代田')
    await expect.element(screen.getByRole('status')).toMatchTextContent(/住所を入力しました。/)
    await field(screen, '町名・番地').fill('千代田1-1')
    await autofill(screen).click()
    await expect.element(field(screen, '町名・番地')).toHaveValue('千代田1-1')
  })

  it('says that a code is unknown, and changes nothing', async () => {
    const { screen } = await open()
    await field(screen, '市区町村').fill('港区')
    await field(screen, '郵便番号').fill('100-9999')
    await autofill(screen).click()
    await expect.element(screen.getByRole('status')).toMatchTextContent(/この郵便番号は見つかりませんでした。/)
    await expect.element(field(screen, '市区町村')).toHaveValue('港区')
    await field(screen, '郵便番号').fill('999-0000')
    await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await autofill(screen).click()
    await expect.element(screen.getByRole('status')).toMatchTextContent(/住所を検索できませんでした。/)
  })

  it('offers the places of a code that has several, and keeps a street address in a whole city', async () => {
    const { screen } = await open()
    await field(screen, '町名・番地').fill('大字源緑輪中1')
    await field(screen, '郵便番号').fill('100-0000')
    await autofill(screen).click()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '地域' }), '三重県 桑名郡木曽岬町')
    await expect.element(screen.getByRole('combobox', { name: '都道府県' })).toHaveValue('三重県')
    await expect.element(field(screen, '市区町村')).toHaveValue('桑名郡木曽岬町')
    await expect.element(field(screen, '町名・番地')).toHaveValue('大字源緑輪中1')
  })
})

async function openConfirmation() {
  const opened = await open()
  await choose(opened.screen)
  await fillTexts(opened.screen)
  await field(opened.screen, '建物名・部屋番号（任意）').fill('北星ビル3階')
  await submit(opened.screen).click()
  return opened
}

describe('APPLY-14 refusals of the server', () => {
  it('are shown on the fields', async () => {
    answers['/api/subscription-requests/validate'] = () =>
      Response.json(
        { error: 'E_UNPROCESSABLE_ENTITY', errors: { company_name: ['format'], plan_id: ['incorrect'] } },
        { status: 422 },
      )
    const { screen } = await openConfirmation()
    await expect.element(screen.getByText('会社名の形式を確認してください')).toBeVisible()
    await expect.element(screen.getByText(/別のプランを選択してください$/)).toBeVisible()
    await expect.element(submit(screen)).toBeDisabled()
    await screen.getByRole('radio', { name: /^ベーシックプラン/ }).click()
    await field(screen, '会社名').fill('北星製作所')
    await expect.element(submit(screen)).toBeEnabled()
  })

  it.each([
    ['ja', 'お申し込み内容を確認できませんでした'],
    ['en', 'Failed to validate subscription request'],
  ] as const)('otherwise a sentence says that the check failed, in %s', async (locale, sentence) => {
    answers['/api/subscription-requests/validate'] = () => Response.json({ error: 'E_INTERNAL' }, { status: 500 })
    const { screen } = await openConfirmation()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    await changeTexts(locale)
    await expect.element(screen.getByRole('alert')).toMatchTextContent(new RegExp(sentence))
    await expect.element(screen.getByRole('alert')).toBeVisible()
  })

  it('lead back from the confirmation to the fields', async () => {
    answers['/api/subscription-requests'] = () =>
      Response.json({ error: 'E_UNPROCESSABLE_ENTITY', errors: { city: ['format'] } }, { status: 422 })
    const { screen } = await openConfirmation()
    await screen.getByRole('button', { name: '申し込む' }).click()
    await expect.element(screen.getByText('市区町村の形式を確認してください')).toBeVisible()
    await expect.element(field(screen, '会社名')).toHaveValue(TEXTS['会社名'])
  })
})

describe('the confirmation', () => {
  it('APPLY-02 shows plan, payment type, company, contact and address as they will be stored', async () => {
    const { screen } = await openConfirmation()
    await expect.element(screen.getByRole('heading', { name: 'お申し込み内容の確認' })).toBeVisible()
    const rows = [...document.querySelectorAll('dl > div')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    )
    expect(rows).toEqual([
      ['プラン', 'プレミアムプラン'],
      ['月額料金', '72,000円（税抜）'],
      ['年額料金', '864,000円（税抜）'],
      ['解析時間', '1,200分／月'],
      ['ストレージ', '100GB'],
      ['AIチャット', '200回／月'],
      ['編集者', '3名'],
      ['閲覧者', '20名'],
      ['最低利用期間', '1年'],
      ['お支払い方法', '請求書払い（年払い）'],
      ['会社名', '株式会社北星製作所'],
      ['部署名', 'なし'],
      ['お名前', '佐藤 葵'],
      ['メールアドレス', 'aoi@hokusei.example'],
      ['電話番号', '0312345678'],
      ['郵便番号', '100-0001'],
      ['都道府県', '東京都'],
      ['市区町村', '千代田区'],
      ['町名・番地', '千代田1-1'],
      ['建物名・部屋番号', '北星ビル3階'],
    ])
    await expect
      .element(screen.getByText('1年分の請求書をご契約開始月の末日にお送りします。お支払期限は翌月末日です。'))
      .toBeVisible()
  })

  it('APPLY-03 has the agreement, and goes back to the entries', async () => {
    const { screen, router } = await openConfirmation()
    await expect.element(screen.getByRole('link', { name: '利用規約' })).toHaveAttribute('href', '/terms')
    await expect.element(screen.getByRole('link', { name: 'プライバシーポリシー' })).toHaveAttribute('href', '/privacy')
    await screen.getByRole('button', { name: '戻る' }).click()
    await expect.element(field(screen, '会社名')).toHaveValue(TEXTS['会社名'])
    // The browser's back button skips the confirmation.
    expect(router.state.historyAction).toBe('POP')
  })

  it('without complete entries leads to the form', async () => {
    const { screen, router } = await open('/subscription-request/confirm')
    await expect.element(submit(screen)).toBeVisible()
    expect(router.state.location.pathname).toBe('/subscription-request')
  })

  it('sends the application once, with the same id after a failure', async () => {
    let count = 0
    answers['/api/subscription-requests'] = () => {
      count += 1
      return count === 1
        ? Response.json({ error: 'E_UNAVAILABLE' }, { status: 503 })
        : Response.json({ payment_type: 'yearly' }, { status: 201 })
    }
    const { screen, router } = await openConfirmation()
    const apply = screen.getByRole('button', { name: '申し込む' })
    await apply.click()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    await apply.click()
    await expect.element(screen.getByRole('heading', { name: 'お申し込みを受け付けました' })).toBeVisible()
    const [, first, second] = bodies
    expect(second).toEqual(first)
    expect(first).toMatchObject({
      plan_id: 9,
      payment_type: 'yearly',
      company_name: '株式会社北星製作所',
      term: true,
      policy: true,
      locale: 'ja',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
    expect(router.state.location.pathname).toBe('/subscription-request/completed')
    // The entries are gone, and the back button does not lead to the confirmation.
    await router.navigate(-1)
    await expect.element(field(screen, '会社名')).toHaveValue('')
  })
})

describe('the completion', () => {
  it.each([
    ['APPLY-04', 'credit_card', 'ja', 'クレジットカードの登録フォームをメールでお送りします。'],
    ['APPLY-04', 'credit_card', 'en', 'A registration form for your credit card is sent to you by email.'],
    ['APPLY-05', 'monthly', 'ja', '3営業日以内に担当者よりご連絡いたします。'],
    ['APPLY-05', 'yearly', 'en', 'A representative will contact you within 3 business days.'],
  ] as const)('%s %s, in %s', async (_line, type, locale, sentence) => {
    answers['/api/subscription-requests'] = () => Response.json({ payment_type: type }, { status: 201 })
    const { screen } = await openConfirmation()
    await screen.getByRole('button', { name: '申し込む' }).click()
    await expect.element(screen.getByRole('heading', { name: 'お申し込みを受け付けました' })).toBeVisible()
    await changeTexts(locale)
    await expect.element(screen.getByText(new RegExp(`^${sentence}`))).toBeVisible()
  })
})
