// Messages of failed changes in the console, and validation in its dialogs.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { BrowserRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { changeTexts } from '../platform/i18n.ts'
import { queryClient } from '../platform/query-client.ts'
import { show } from '../test/show.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { InvoiceList } from './InvoiceList.tsx'
import { RequestList } from './RequestList.tsx'
import { SubscriptionList } from './SubscriptionList.tsx'
import { UserList } from './UserList.tsx'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
  globalThis.history.replaceState(null, '', globalThis.location.pathname)
})

const owner = { id: 7, name: 'Ann Smith', email: 'ann@kaiwa.example' }

function user(changes: object = {}) {
  return {
    ...owner,
    first_name: 'Ann',
    last_name: 'Smith',
    company: null,
    is_disabled: false,
    is_operator: false,
    is_verified: true,
    is_set_password: true,
    created_at: '2026-11-01T00:00:00.000Z',
    workspace: { id: 3, status: 'active', point: 500, owner },
    can: { update: true, change_credentials: true, add_point: true, enable: true, disable: true },
    ...changes,
  }
}

const request = {
  id: 5,
  status: 'created',
  plan_id: 1,
  plan_name: 'basic',
  payment_type: 'monthly',
  company_name: 'Sample Inc.',
  department_name: null,
  contact_name: 'Ann Smith',
  contact_email: 'ann@kaiwa.example',
  contact_phone: '0312345678',
  postal_code: '100-0001',
  prefecture: '東京都',
  city: '千代田区',
  address_1: '1-1',
  address_2: null,
  created_at: '2026-11-01T00:00:00.000Z',
  account: null,
  was_signed_in: false,
  workspace_owner: null,
  can: { approve: true, reject: true, resend: true, withdraw: true },
}

const subscription = {
  id: 9,
  status: 'active',
  type: 2,
  plan: null,
  payment_type: 'credit_card',
  company: null,
  change_plan: null,
  owner,
  start_date: '2026-11-01T00:00:00.000Z',
  end_date: null,
  end_on_cancellation: '2027-10-31T15:00:00.000Z',
  trial_ends_at: null,
  is_suspended: false,
  can: { change_plan: true, change_to_business: true, delete_change: true, cancel: true, restore: true },
}

const invoice = {
  id: 4,
  status: 'pending',
  kind: 'invoice',
  invoice_number: 'KW-1',
  payment_type: 'monthly',
  company: { name: 'Sample Inc.', contact_name: '', contact_email: '', contact_phone: '' },
  issue_date: '2026-11-30',
  due_date: '2026-12-31',
  start_date: '2026-11-01',
  end_date: '2026-11-30',
  price_id: null,
  prod_id: null,
  subtotal: 1_000,
  tax: 100,
  total: 1_100,
  paid_at: null,
  can: { mark_paid: true, download: true },
}

interface Sent {
  method: string
  path: string
  body: unknown
}

/** Shows a list with one row. Changes are answered with `answer`. */
async function open(List: ComponentType, row: object, answer: () => Response, language: 'ja' | 'en' = 'en') {
  const sent: Sent[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(input as string, globalThis.location.href)
    const method = init?.method ?? 'GET'
    if (method !== 'GET') {
      sent.push({ method, path: pathname, body: init?.body ? JSON.parse(init.body as string) : undefined })
      return answer()
    }
    if (pathname.endsWith('/plans'))
      return Response.json([{ id: 1, name: 'basic', audience: 'business', monthly_price: 1, yearly_price: 1 }])
    if (pathname.endsWith('/pdf')) return answer()
    return Response.json({ data: [row], current_page: 1, last_page: 1, total: 1, is_total_exact: true })
  })
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <List />
        <Toasts />
      </BrowserRouter>
    </QueryClientProvider>,
    'admin',
  )
  await changeTexts(language)
  const choose = async (action: string) => {
    await screen.getByRole('button', { name: /^Actions of/ }).click()
    await screen.getByRole('menuitem', { name: action, exact: true }).click()
  }
  return { screen, sent, choose }
}

function refused() {
  return Response.json({ error: 'E_INTERNAL' }, { status: 500 })
}

it.each<[string, ComponentType, object, string, string]>([
  ['ADMIN-28', InvoiceList, invoice, 'Mark as paid', 'Marked as paid failed'],
  ['ADMIN-29', RequestList, request, 'Approve', 'Approved failed'],
  ['ADMIN-30', RequestList, request, 'Reject', 'Reject failed'],
  ['a link', RequestList, request, 'Send the card link again', 'Could not send the link'],
  ['a withdrawal', RequestList, request, 'Withdraw approval', 'Could not withdraw the approval'],
  ['ADMIN-32', SubscriptionList, subscription, 'Delete planned change', 'Failed to delete plan'],
  ['ADMIN-33', SubscriptionList, subscription, 'Restore', 'Could not restore the subscription cancellation requested'],
  ['ADMIN-34', UserList, user(), 'Enable', 'Could not enable user'],
  ['ADMIN-35', UserList, user(), 'Disable', 'Could not disable user'],
])('%s a failure is told', async (_id, List, row, action, text) => {
  const { screen, choose } = await open(List, row, refused)
  await choose(action)
  await screen.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  await expect.element(screen.getByText(text)).toBeVisible()
})

it.each<[string, ComponentType, object]>([
  ['ADMIN-07', InvoiceList, { ...invoice, status: 'paid', can: { mark_paid: false, download: false } }],
  ['ADMIN-07', InvoiceList, { ...invoice, status: 'failed', can: { mark_paid: false, download: false } }],
  ...(['approved', 'rejected'] as const).map((status): [string, ComponentType, object] => [
    'ADMIN-09',
    RequestList,
    { ...request, status, can: { approve: false, reject: false, resend: false, withdraw: false } },
  ]),
])('%s a row that is decided offers its details only', async (_id, List, row) => {
  const { screen } = await open(List, row, refused)
  await screen.getByRole('button', { name: /^Actions of/ }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Details' })).toBeVisible()
  expect(screen.getByRole('menuitem').elements()).toHaveLength(1)
})

it.each<[string, ComponentType, object, string, string]>([
  ['ADMIN-28', InvoiceList, invoice, '入金済みにする', '入金済みにできませんでした'],
  ['ADMIN-30', RequestList, request, '却下', '却下できませんでした'],
  ['ADMIN-32', SubscriptionList, subscription, '変更予定を取り消す', 'プランの変更を取り消せませんでした'],
  ['ADMIN-33', SubscriptionList, subscription, '解約を取り消す', '解約の申し込みを取り消せませんでした'],
])('%s a failure is told in Japanese', async (_id, List, row, action, text) => {
  const { screen } = await open(List, row, refused, 'ja')
  await screen.getByRole('button', { name: /の操作$/ }).click()
  await screen.getByRole('menuitem', { name: action, exact: true }).click()
  await screen.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  await expect.element(screen.getByText(text)).toBeVisible()
})

it('ADMIN-36 a failed update of a user shows its message in Japanese', async () => {
  const { screen } = await open(UserList, user(), refused, 'ja')
  await screen.getByRole('button', { name: /の操作$/ }).click()
  await screen.getByRole('menuitem', { name: '情報を更新' }).click()
  await screen.getByRole('textbox', { name: /^姓/ }).fill('佐藤')
  await screen.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect.element(screen.getByText('ユーザー情報を更新できませんでした')).toBeVisible()
})

it('ADMIN-07 a failed download of a PDF shows its message', async () => {
  const { screen, choose } = await open(InvoiceList, invoice, refused)
  await choose('Download PDF')
  await expect.element(screen.getByText('Could not download invoice')).toBeVisible()
})

it('the reason of the server is shown after the text', async () => {
  const answer = () => Response.json({ error: 'E_CONFLICT', reason: 'subscription' }, { status: 409 })
  const { screen, choose } = await open(RequestList, request, answer)
  await choose('Approve')
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect.element(screen.getByText('Approved failed')).toBeVisible()
  await expect.element(screen.getByText('The workspace already has a contract.')).toBeVisible()
})

it('the approval shows who gets the contract, and warns if that is not the contact', async () => {
  const other = { id: 8, name: 'Bob Stone', email: 'bob@kaiwa.example' }
  const row = { ...request, account: other, was_signed_in: true, workspace_owner: other }
  const first = await open(RequestList, row, refused)
  await first.choose('Approve')
  const dialog = first.screen.getByRole('dialog')
  await expect
    .element(dialog.getByText('Account: Bob Stone (bob@kaiwa.example), logged in when applying'))
    .toBeVisible()
  await expect.element(dialog.getByText('Owner of the workspace: Bob Stone (bob@kaiwa.example)')).toBeVisible()
  await expect.element(dialog.getByText('Plan: Basic', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('Payment type: Monthly invoice', { exact: true })).toBeVisible()
  const warning = /gets the contract is not the contact \(ann@kaiwa\.example\)/
  await expect.element(dialog.getByRole('alert').getByText(warning)).toBeVisible()
  queryClient.clear()
  await first.screen.unmount()
  const { screen, choose } = await open(RequestList, { ...request, account: owner }, refused)
  await choose('Approve')
  await expect.element(screen.getByText('Owner of the workspace: Created by the approval')).toBeVisible()
  expect(screen.getByRole('dialog').getByRole('alert').query()).toBeNull()
})

it('ADMIN-11 ADMIN-21 ADMIN-22 only what is possible is offered', async () => {
  const nothing = { change_plan: false, change_to_business: false, delete_change: false, cancel: false, restore: false }
  const finished = await open(SubscriptionList, { ...subscription, status: 'finished', can: nothing }, refused)
  await expect.element(finished.screen.getByRole('row').last()).toBeVisible()
  await finished.screen.getByRole('button', { name: /^Actions of/ }).click()
  expect(finished.screen.getByRole('menuitem').elements()).toHaveLength(0)
  queryClient.clear()
  await finished.screen.unmount()
  const can = { update: true, change_credentials: false, add_point: false, enable: false, disable: false }
  const { screen } = await open(UserList, user({ is_operator: true, workspace: null, can }), refused)
  await screen.getByRole('button', { name: /^Actions of/ }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Update information' })).toBeVisible()
  expect(screen.getByRole('menuitem').elements()).toHaveLength(2)
  await screen.getByRole('menuitem', { name: 'Update information' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Update information' })
  await expect.element(dialog.getByRole('textbox', { name: /Last name/ })).toBeVisible()
  await expect.element(dialog.getByText(/^Operators change their own email and password/)).toBeVisible()
  expect(dialog.getByRole('textbox').elements()).toHaveLength(2)
})

it('ADMIN-23 ADMIN-24 the number of points is an integer in its range, and the new total is never below 0', async () => {
  const { screen, sent, choose } = await open(UserList, user(), () => Response.json({ point: 0 }, { status: 201 }))
  await choose('Add point')
  const field = screen.getByRole('textbox', { name: /Points to add/ })
  const send = screen.getByRole('dialog').getByRole('button', { name: 'Add point' })
  for (const wrong of ['', '1.5', 'ten', '1000000000000', '-1000000000000']) {
    await field.fill(wrong)
    await expect.element(send).toBeDisabled()
  }
  for (const [text, total] of [
    ['250', 'New total: 750'],
    ['999999999999', 'New total: 1,000,000,000,499'],
    ['-500', 'New total: 0'],
    ['-999999999999', 'New total: 0'],
  ] as const) {
    await field.fill(text)
    await expect.element(screen.getByText(total, { exact: true })).toBeVisible()
  }
  await send.click()
  await expect.element(screen.getByText('Points added. New total: 0')).toBeVisible()
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/admin/users/7/point',
      body: { point: -999_999_999_999, request_id: expect.stringMatching(/^[\da-f-]{36}$/) },
    },
  ])
})

it('a repeated attempt has the same id; an attempt with another number of points has another one', async () => {
  const { screen, sent, choose } = await open(UserList, user(), refused)
  await choose('Add point')
  const send = screen.getByRole('dialog').getByRole('button', { name: 'Add point' })
  for (const [attempts, point] of [
    [1, '5'],
    [2, '5'],
    [3, '6'],
  ] as const) {
    await screen.getByRole('textbox', { name: /Points to add/ }).fill(point)
    await send.click()
    await vi.waitFor(() => expect(sent).toHaveLength(attempts))
    await expect.element(send).toBeEnabled()
  }
  const [first, again, other] = sent.map(({ body }) => (body as { request_id: string }).request_id)
  expect([again === first, other === first]).toEqual([true, false])
})

it('ADMIN-25 ADMIN-26 ADMIN-27 ADMIN-36 names and email are required, the password is optional; a failure shows its message', async () => {
  const { screen, sent, choose } = await open(UserList, user(), refused)
  await choose('Update information')
  const save = screen.getByRole('button', { name: 'Save' })
  const fill = (name: RegExp, text: string) => screen.getByRole('textbox', { name }).fill(text)
  for (const [name, wrong, right] of [
    [/Last name/, '', 'Smith'],
    [/First name/, 'x'.repeat(101), 'Ann'],
    [/Email/, 'no address', 'ann@kaiwa.example'],
  ] as const) {
    await fill(name, wrong)
    await expect.element(save).toBeDisabled()
    await fill(name, right)
    await expect.element(save).toBeEnabled()
  }
  await save.click()
  await expect.element(screen.getByText('Could not update user information')).toBeVisible()
  expect(sent).toEqual([
    {
      method: 'PATCH',
      path: '/api/admin/users/7',
      body: {
        first_name: 'Ann',
        last_name: 'Smith',
        email: 'ann@kaiwa.example',
        seen: { first_name: 'Ann', last_name: 'Smith', email: 'ann@kaiwa.example' },
      },
    },
  ])
})

it.each([
  ['without a reason', { error: 'E_INTERNAL' }, 500, 'Failed to change plan to business', 'en'],
  ['in Japanese', { error: 'E_INTERNAL' }, 500, '法人プランに変更できませんでした', 'ja'],
  [
    'with the reason of the server',
    { error: 'E_CONFLICT', reason: 'business' },
    409,
    'It is a business contract already.',
    'en',
  ],
] as const)('ADMIN-31 a failed change to business is told %s', async (_when, body, status, text, language) => {
  const { screen, sent, choose } = await open(SubscriptionList, subscription, () => Response.json(body, { status }))
  await choose('Change to business')
  const dialog = screen.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Change to business' })
  await expect.element(dialog.getByRole('option', { name: /^Basic / })).toBeInTheDocument()
  await dialog.getByRole('combobox', { name: 'Plan' }).selectOptions('1')
  for (const [name, value] of [
    ['Company name', 'Sample Inc.'],
    ['Last name of the contact', 'Smith'],
    ['First name of the contact', 'Ann'],
    ['Phone (no hyphens)', '0312345678'],
    ['Postal code', '1000001'],
    ['City', '千代田区'],
  ] as const)
    await dialog.getByRole('textbox', { name }).fill(value)
  await dialog.getByRole('combobox', { name: 'Prefecture' }).selectOptions('東京都')
  await expect.element(send).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('1-1')
  await changeTexts(language)
  const submit = { en: 'Change to business', ja: '法人プランに変更' }[language]
  await dialog.getByRole('button', { name: submit }).click()
  await expect.element(screen.getByText(text)).toBeVisible()
  expect(sent[0]).toMatchObject({
    path: '/api/admin/subscriptions/9/business',
    body: { plan_id: 1, payment_type: 'monthly', company_name: 'Sample Inc.', from_this_cycle: 0 },
  })
})

it('the confirmation of a cancellation names the last day of the contract', async () => {
  const { screen, choose } = await open(SubscriptionList, subscription, () => Response.json({}, { status: 500 }))
  await choose('Request cancellation')
  await expect.element(screen.getByRole('dialog').getByText(/Its last day is 2027\/10\/31\.$/)).toBeVisible()
})
