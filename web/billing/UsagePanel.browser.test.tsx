import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { show } from '../test/show.tsx'
import { withContract } from './test/usage.ts'
import { UsagePanel } from './UsagePanel.tsx'

function open(subscription: Parameters<typeof withContract>[0]) {
  return show(
    <MemoryRouter>
      <UsagePanel usage={withContract(subscription)} anchor={document.body} onClose={() => undefined} />
    </MemoryRouter>,
    'billing',
  )
}

it('shows the day of the renewal in Japan, wherever the reader is', async () => {
  const screen = await open({})
  await expect.element(screen.getByText('ベーシックプラン · 次回更新日：2027/04/01')).toBeVisible()
})

it('shows the last day of a contract whose end was requested', async () => {
  const screen = await open({ renewal_date: null, end_date: '2027-03-31T15:00:00.000Z' })
  await expect.element(screen.getByText('ベーシックプラン · 終了日：2027/03/31')).toBeVisible()
})
