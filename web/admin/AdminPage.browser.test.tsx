// Access to the console, and the states of its lists.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { changeTexts } from '../platform/i18n.ts'
import { queryClient } from '../platform/query-client.ts'
import { show } from '../test/show.tsx'
import AdminPage from './AdminPage.tsx'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

const operator = { id: 1, name: 'Ann Smith', email: 'ann@kaiwa.example' }

async function open(path: string, answer: (path: string) => Response) {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) =>
    answer(new URL(input as string, globalThis.location.href).pathname),
  )
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <AdminPage />
      </MemoryRouter>
    </QueryClientProvider>,
    'admin',
  )
  await changeTexts('en')
  return screen
}

function refuse(reason: string) {
  return () => Response.json({ error: 'E_FORBIDDEN', reason }, { status: 403 })
}

it('ADMIN-04 a person who is not an operator sees the page 403 without the menu', async () => {
  const screen = await open('/admin', refuse('operator'))
  await expect.element(screen.getByText('Sorry, you are not authorized to access this page.')).toBeVisible()
  expect(screen.getByRole('navigation').query()).toBeNull()
})

it('an operator without two-factor authentication sees how to set it up, and a button to try again', async () => {
  let isSetUp = false
  const screen = await open('/admin/unknown', () => (isSetUp ? Response.json(operator) : refuse('two-factor')()))
  const link = screen.getByRole('link', { name: 'Set it up in my account' })
  await expect.element(link).toHaveAttribute('href', '/mypage/profile')
  isSetUp = true
  await screen.getByRole('button', { name: 'Check again' }).click()
  await expect.element(screen.getByRole('navigation', { name: 'Console menu' })).toBeVisible()
})

it('a list says that it failed, and loads when asked again; that nothing was found; and that there are more rows', async () => {
  let answer = () => Response.json({ error: 'E_INTERNAL' }, { status: 500 })
  const rows = (data: object[], total: number) => () =>
    Response.json({ data, current_page: 1, last_page: 200, total, is_total_exact: total < 10_000 })
  const screen = await open('/admin/purchase-histories', (path) =>
    path.endsWith('/operator') ? Response.json(operator) : answer(),
  )
  const retry = screen.getByRole('button', { name: 'Try again' })
  await expect.element(retry, { timeout: 15_000 }).toBeVisible()
  answer = rows([], 0)
  await retry.click()
  await expect.element(screen.getByText('Nothing found')).toBeVisible()
  const row = {
    billing_type: 'give_point',
    money: 0,
    point: 5,
    kind: null,
    amount: null,
    invoice_id: null,
    invoice_number: null,
    owner: null,
  }
  answer = rows([{ ...row, id: 1, created_at: '2026-11-30T15:00:00.000Z' }], 10_000)
  await queryClient.invalidateQueries({ queryKey: ['admin', 'listPurchaseHistories'] })
  await expect.element(screen.getByRole('cell', { name: '2026-12-01 00:00:00' })).toBeVisible()
  await expect.element(screen.getByText(/^more than 10,000 rows/)).toBeVisible()
  // The first and the last page, and two neighbours of the current one.
  const pages = screen.getByRole('button', { name: /^Page \d+$/ }).elements()
  expect(pages.map(({ textContent }) => textContent)).toEqual(['1', '2', '3', '200'])
})

it('the audit log writes values as the lists do', async () => {
  const row = { subject_id: 1, subject_name: 'x', operator, created_at: '2026-11-30T15:00:00.000Z' }
  const data = [
    {
      ...row,
      id: 3,
      action: 'subscription.change',
      subject: 'subscription',
      before: { plan: 'basic', change_plan: null, change_payment_type: null, end_date: null },
      after: { plan: null, change_plan: '', change_payment_type: 'credit_card', end_date: '2026-12-31T15:00:00.000Z' },
    },
    {
      ...row,
      id: 2,
      action: 'request.approve',
      subject: 'request',
      before: { status: 'created' },
      after: { status: 'wait-setup' },
    },
    {
      ...row,
      id: 1,
      action: 'invoice.paid',
      subject: 'invoice',
      before: { status: 'pending' },
      after: { status: 'paid', total: 1_234_567 },
    },
  ]
  const screen = await open('/admin/operator-actions', (path) =>
    Response.json(path.endsWith('/operator') ? operator : { data, current_page: 1, last_page: 1, total: 3 }),
  )
  for (const text of [
    'Plan: Basic → No plan',
    'Changed plan: – → No plan',
    'Changed payment type: – → Credit card',
    'End: – → 2027-01-01 00:00:00',
    'Status: Created → Waiting for card',
    'Status: Pending → Paid',
    'Total: ¥1,234,567',
  ])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
})

it('rows in which money or points went back have their own words', async () => {
  const row = { kind: null, amount: null, invoice_number: null, owner: null, created_at: '2026-11-30T15:00:00.000Z' }
  const data = [
    { ...row, id: 3, billing_type: 'purchase_point', money: -1100, point: -1000 },
    { ...row, id: 2, billing_type: 'use_point', money: 0, point: 200, kind: 'minute', amount: -20 },
    { ...row, id: 1, billing_type: 'purchase_point', money: 1100, point: 1000, invoice_number: '2026-000007' },
  ]
  const screen = await open('/admin/purchase-histories', (path) =>
    Response.json(path.endsWith('/operator') ? operator : { data, current_page: 1, last_page: 1, total: 3 }),
  )
  for (const name of [
    /Point purchase refunded -¥1,100 -1,000/,
    /Points returned ?Minutes: -20 – 200/,
    /Points purchased ¥1,100 1,000/,
  ])
    await expect.element(screen.getByRole('row', { name })).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '2026-000007' }))
    .toHaveAttribute('href', '/admin/invoices?status=all&query=2026-000007')
})

it('ADMIN-06 an invoice that asks for no money is issued, not paid', async () => {
  const row = { payment_type: 'monthly', company: {}, status: 'paid', paid_at: null, can: {} }
  const data = [
    { ...row, id: 3, kind: 'return', invoice_number: '2026-000003', total: -11_000 },
    { ...row, id: 2, kind: 'invoice', invoice_number: '2026-000002', total: 0 },
    { ...row, id: 1, kind: 'invoice', invoice_number: '2026-000001', total: 11_000 },
  ]
  const screen = await open('/admin/invoices?status=paid', (path) =>
    Response.json(path.endsWith('/operator') ? operator : { data, current_page: 1, last_page: 1, total: 3 }),
  )
  for (const name of [/2026-000003.*Issued/, /2026-000002.*Issued/, /2026-000001.*Paid/])
    await expect.element(screen.getByRole('row', { name })).toBeVisible()
})

it('the details of an invoice have its lines and when it was mailed', async () => {
  const row = {
    id: 7,
    kind: 'invoice',
    status: 'pending',
    payment_type: 'monthly',
    invoice_number: '2026-000007',
    company: { name: 'Sample Inc.' },
    total: 8_621,
    paid_at: null,
    can: {},
  }
  const line = { plan_name: null, from: '2026-08-01', to: '2026-08-31', tax_percent: 10 }
  const lines = [
    { ...line, kind: 'plan', plan_name: 'basic', from: '2026-08-17', quantity: 1, unit_price: 10_000, amount: 4_838 },
    { ...line, kind: 'point', quantity: 3_000, unit_price: 1, amount: 3_000 },
  ]
  const screen = await open('/admin/invoices', (path) =>
    Response.json(
      path.endsWith('/operator')
        ? operator
        : path.endsWith('/invoices/7')
          ? { ...row, mailed_at: '2026-09-01T00:00:00.000Z', lines }
          : { data: [row], current_page: 1, last_page: 1, total: 1 },
    ),
  )
  await screen.getByRole('button', { name: 'Actions of 2026-000007' }).click()
  await screen.getByRole('menuitem', { name: 'Details' }).click()
  const dialog = screen.getByRole('dialog', { name: '2026-000007' })
  await expect.element(dialog.getByText('2026-09-01 09:00:00')).toBeVisible()
  for (const name of [
    /Fee of the Basic plan ?2026-08-17 – 2026-08-31 ?1 × ¥10,000 ¥4,838/,
    /Points purchased ?2026-08-01 – 2026-08-31 ?3,000 × ¥1 ¥3,000/,
  ])
    await expect.element(dialog.getByRole('row', { name })).toBeVisible()
})
