import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { show } from '../test/show.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import type { Row } from './queries.ts'

afterEach(() => queryClient.clear())

function plan(id: number, name: string, price: number) {
  return {
    id,
    name,
    audience: 'business',
    monthly_price: price,
    yearly_price: price * 0.8,
  }
}

async function open(values: Partial<Row<'listSubscriptions'>>) {
  const subscription = { id: 7, company: '株式会社北星', ...values } as Row<'listSubscriptions'>
  return show(
    <QueryClientProvider client={queryClient}>
      <PlanDialog subscription={subscription} onClose={() => undefined} />
    </QueryClientProvider>,
    'admin',
  )
}

it.each([
  ['monthly', 'ベーシック（法人・月額10,000円・税抜）'],
  ['credit_card', 'ベーシック（法人・月額10,000円・税抜）'],
  ['yearly', 'ベーシック（法人・月額8,000円・税抜）'],
] as const)('BILL-10 shows the monthly fee under the payment type of the contract: %s', async (payment_type, shown) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json([plan(3, 'basic', 10_000)]))
  const screen = await open({ payment_type })
  await expect.element(screen.getByRole('option', { name: shown })).toBeInTheDocument()
})

it('offers the versions that are sold when the change begins, and keeps the chosen plan when that month changes', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const isNext = new URL(input as string, globalThis.location.href).searchParams.get('from_this_cycle') === '0'
    return Response.json(isNext ? [plan(3, 'basic', 12_000)] : [plan(1, 'basic', 10_000), plan(2, 'premium', 50_000)])
  })
  const screen = await open({ payment_type: 'monthly' })
  const select = screen.getByRole('combobox')
  const options = () => Array.from(select.element().querySelectorAll('option'), ({ value }) => value)
  await expect.poll(options).toEqual(['', '3', 'none'])
  await select.selectOptions('3')
  await screen.getByRole('radio').nth(1).click()
  await expect.poll(options).toEqual(['', '1', '2', 'none'])
  await expect.element(select).toHaveValue('1')
  await select.selectOptions('2')
  await screen.getByRole('radio').nth(0).click()
  await expect.element(select).toHaveValue('')
})
