import type { Identity } from '@kaiwa/contract/accounts.ts'
import type { Tree } from '@kaiwa/contract/items.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyPage } from '../platform/lazy-page.tsx'
import { queryClient } from '../platform/query-client.ts'
import { disconnectRealtime } from '../platform/realtime/open-realtime.ts'
import { sessionQuery, useSession } from '../platform/session.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { show } from '../test/show.tsx'
import { SessionGate } from './SessionGate.tsx'

const user = { id: 1, name: '山田', workspaces: [], can: {}, is_visited: true, settings: { theme: 'auto' } }
const TREE: Tree = { all_items: [], project_ids_with_owner: [], shared_folder_ids: [], unread_item_ids: [] }

function Page() {
  return (
    <main>
      <input aria-label="本文" />
      <p>{`session: ${useSession().status}, tree: ${useQuery({ ...treeQuery, enabled: false }).status}`}</p>
    </main>
  )
}

const page = lazyPage(async () => ({ default: Page }))

beforeEach(() => {
  const refused = async () => Response.json({ error: 'E_FORBIDDEN' }, { status: 403 })
  vi.spyOn(globalThis, 'fetch').mockImplementation(refused)
  queryClient.setQueryData(sessionQuery.queryKey, { user } as unknown as Identity)
  queryClient.setQueryData(treeQuery.queryKey, TREE)
})
afterEach(() => {
  disconnectRealtime()
  queryClient.clear()
  vi.restoreAllMocks()
})

function open() {
  return show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <SessionGate path="/" page={page} />
      </MemoryRouter>
    </QueryClientProvider>,
    'workspace',
    'assistant',
  )
}

it('a private page keeps its state when a reload of the rights fails', async () => {
  const screen = await open()
  const field = screen.getByRole('textbox', { name: '本文' })
  await field.fill('まだ保存していません')
  await Promise.all([sessionQuery, treeQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
  await expect.element(screen.getByText('session: error, tree: error')).toBeVisible()
  await expect.element(field).toHaveValue('まだ保存していません')
})

it('UI-09 the error page is shown when the session cannot be read at all', async () => {
  queryClient.removeQueries(sessionQuery)
  const screen = await open()
  await expect.element(screen.getByRole('heading', { name: 'エラーが発生しました' })).toBeVisible()
})
