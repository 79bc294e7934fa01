import type { Identity } from '@kaiwa/contract/accounts.ts'
import type { Tree } from '@kaiwa/contract/items.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { disconnectRealtime } from '../platform/realtime/open-realtime.ts'
import { sessionQuery } from '../platform/session.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { show } from '../test/show.tsx'
import { AppRoutes } from './routes.tsx'

const TREE: Tree = { all_items: [], project_ids_with_owner: [], shared_folder_ids: [], unread_item_ids: [] }
const RETURN = '/mypage/hubspot-connect?code=c1&state=s1'

let calls: string[]
beforeEach(() => {
  calls = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : String(input), location.href)
    calls.push(pathname + search)
    return pathname === '/api/hubspot/callback'
      ? Response.json({ location: RETURN, is_app: false })
      : Response.json({ error: 'E_FORBIDDEN' }, { status: 403 })
  })
})
afterEach(() => {
  disconnectRealtime()
  queryClient.clear()
  vi.restoreAllMocks()
})

function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

async function open(path: string, user: object | null) {
  queryClient.setQueryData(sessionQuery.queryKey, user && ({ user } as unknown as Identity))
  if (user) queryClient.setQueryData(treeQuery.queryKey, TREE)
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <AppRoutes />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
    'workspace',
    'assistant',
  )
  return screen.getByRole('status', { name: 'address' })
}

it('CRM-04 a visitor opens /hubspot/callback, and is led through the sign-in to the cooperation page', async () => {
  const address = await open('/hubspot/callback?code=c1&state=s1', null)
  await expect.element(address).toHaveTextContent(`/login?redirect=${encodeURIComponent(RETURN)}`)
  expect(calls).toContain('/api/hubspot/callback?code=c1&state=s1')
})

it.each([
  ['a member', { view_members: false, connect_crm: false }],
  ['a manager', { view_members: true, connect_crm: false }],
])('ACC-01 %s who opens /mypage/hubspot-connect is redirected to the project list', async (_, can) => {
  const user = { id: 1, name: '山田', workspaces: [], can, is_visited: true, settings: { theme: 'auto' } }
  const address = await open('/mypage/hubspot-connect', user)
  await expect.poll(() => address.element().textContent).toBe('/projects')
  expect(calls.filter((path) => path.startsWith('/api/hubspot'))).toEqual([])
})
