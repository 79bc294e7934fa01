import type { Identity } from '@kaiwa/contract/accounts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { clientConfigQuery } from '../platform/client-config.ts'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'
import { PrivatePage } from '../test/PrivatePage.tsx'
import { show } from '../test/show.tsx'
import { DealLink } from './DealLink.tsx'

const DEAL = { deal_name: '全社導入', hubspot_id: '12345', deal_id: '901', is_reachable: true }

beforeEach(() => page.viewport(1280, 900))
afterEach(() => queryClient.clear())

function open({ isConnected = true, canEdit = true, isReachable = true } = {}) {
  const identity = { user: { id: 1, settings: {} }, is_hubspot_connected: isConnected }
  queryClient.setQueryData(sessionQuery.queryKey, identity as unknown as Identity)
  queryClient.setQueryData(clientConfigQuery.queryKey, { hubspot_url: 'https://app.hubspot.com' } as never)
  return show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <DealLink deal={{ ...DEAL, is_reachable: isReachable }} canEdit={canEdit} />
      </PrivatePage>
    </QueryClientProvider>,
    'workspace',
  )
}

it('CRM-11 CRM-36 the deal of a file is a link to HubSpot', async () => {
  const screen = await open()
  const link = screen.getByRole('link', { name: '「全社導入」をHubSpotで開く（新しいタブ）' })
  await expect.element(link).toHaveAttribute('href', 'https://app.hubspot.com/contacts/12345/record/0-3/901')
  await expect.element(link).toHaveAttribute('target', '_blank')
})

it('on a phone, where only the icon is shown, a screen reader reads the name', async () => {
  await page.viewport(390, 844)
  const screen = await open({ canEdit: false })
  const name = screen.getByText('全社導入')
  await expect.element(name).toBeInTheDocument()
  expect(name.element().checkVisibility()).toBe(true)
  expect(name.element().getBoundingClientRect().width).toBeLessThanOrEqual(1)
})

it.each([
  ['without a connection', { isConnected: false }],
  ['of another portal than the connected one', { isReachable: false }],
  ['for a viewer', { canEdit: false }],
])('CRM-11 %s it is only a name', async (_, options) => {
  const screen = await open(options)
  await expect.element(screen.getByText('全社導入')).toBeVisible()
  expect(screen.getByRole('link').elements()).toEqual([])
})
