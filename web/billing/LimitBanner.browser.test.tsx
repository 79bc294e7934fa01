import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import type { Tree } from '@kaiwa/contract/items.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { PrivatePage } from '../test/PrivatePage.tsx'
import { show } from '../test/show.tsx'
import { LimitBanner } from './LimitBanner.tsx'
import type { BannerState } from './usage-rows.ts'

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ inquiry_url: null })))
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

function open(state: BannerState) {
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1 } as User } as Identity)
  queryClient.setQueryData(treeQuery.queryKey, {} as Tree)
  return show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <MemoryRouter>
          <LimitBanner reached={['minute', 'chat']} state={state} />
        </MemoryRouter>
      </PrivatePage>
    </QueryClientProvider>,
    'billing',
  )
}

it('BILL-28 BILL-43 says which items reached the limit of the plan, with links to the payment page and to an inquiry', async () => {
  const screen = await open('plan')
  const banner = screen.getByRole('complementary')
  await expect
    .element(banner.getByText(/プランの上限に達した項目があります。ポイントを購入するか、お問い合わせください。/))
    .toBeVisible()
  await expect.element(banner.getByText('解析時間 / AIチャット')).toBeVisible()
  await expect.element(banner.getByRole('link', { name: 'お支払いページ' })).toHaveAttribute('href', '/mypage/payment')
  await expect
    .element(banner.getByRole('link', { name: 'お問い合わせはこちら' }))
    .toHaveAttribute('href', '/guide/support')
})

it('BILL-43 offers a contract instead of points in a trial', async () => {
  const screen = await open('trial')
  await expect.element(screen.getByText(/無料トライアルの上限に達した項目があります/)).toBeVisible()
  expect(screen.getByText(/ポイントを購入/).query()).toBeNull()
})

it('BILL-43 asks for the missing payment instead of points while the contract is suspended, also where that was dismissed before', async () => {
  const plan = await open('plan')
  await plan.getByRole('button', { name: '閉じる' }).click()
  await expect.element(plan.getByRole('complementary')).not.toBeInTheDocument()
  await plan.unmount()
  const screen = await open('suspended')
  const banner = screen.getByRole('complementary')
  await expect.element(banner.getByText(/^お支払いが確認できないため、ご契約を一時停止しています。/)).toBeVisible()
  await expect.element(banner.getByRole('link', { name: 'カードを確認' })).toHaveAttribute('href', '/mypage/payment')
  expect(banner.getByText(/ポイントを購入/).query()).toBeNull()
})
