import type { Usage } from '@kaiwa/contract/billing.ts'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { show } from '../test/show.tsx'
import { UsagePanel } from './UsagePanel.tsx'

const QUOTAS = { storage: 1024, minute: 60, editor: 1, viewer: 3, chat: 10 }

const USAGE: Usage = {
  subscription_id: 1,
  is_workspace_owner: true,
  total_project: 0,
  is_suspended: false,
  chat: 0,
  subscription: {
    plan: { name: 'basic', ...QUOTAS },
    payment_type: 'monthly',
    start_date: '2026-04-10T03:00:00.000Z',
    renewal_date: '2027-03-31T15:00:00.000Z',
    end_date: null,
  },
  remain: QUOTAS,
  use_point: { storage: 0, minute: 0, editor: 0, viewer: 0, chat: 0 },
  basic_plan: QUOTAS,
  flags: { analyze: true, upload: true, chat: true, inviteEditor: true, inviteViewer: true },
}

function open(subscription: Partial<NonNullable<Usage['subscription']>>) {
  const usage = { ...USAGE, subscription: { ...USAGE.subscription!, ...subscription } }
  return show(
    <MemoryRouter>
      <UsagePanel usage={usage} anchor={document.body} onClose={() => undefined} />
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
