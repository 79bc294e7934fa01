// A folder and a file show their frame before the server has answered any call.
import type { Identity } from '@kaiwa/contract/accounts.ts'
import type { Tree } from '@kaiwa/contract/items.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../platform/query-client.ts'
import { disconnectRealtime } from '../platform/realtime/open-realtime.ts'
import { sessionQuery } from '../platform/session.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { show } from '../test/show.tsx'
import { AppRoutes } from './routes.tsx'

const FOLDER = '/projects/7'
const FILE = '/projects/7/files/5'
const user = { id: 1, name: '山田', workspaces: [], can: {}, is_visited: true, settings: { theme: 'auto' } }
const item = {
  id: 70,
  resource_id: 7,
  name: '商談',
  is_project: true,
  depth: 1,
  role_ids: [1, 2],
  children: [],
  can: {},
}

/** Paths of the calls that the server has not answered. */
let waiting: string[]
beforeEach(() => {
  waiting = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    waiting.push(new URL(address instanceof Request ? address.url : address, location.href).pathname)
    return new Promise(() => undefined)
  })
  queryClient.setQueryData(sessionQuery.queryKey, { user } as unknown as Identity)
  const root = { ...item, id: 69, resource_id: 6, name: 'ワークスペース', depth: 0, children: [item] }
  const tree = { all_items: [root], project_ids_with_owner: [], shared_folder_ids: [], unread_item_ids: [] }
  queryClient.setQueryData(treeQuery.queryKey, tree as unknown as Tree)
})
afterEach(() => {
  disconnectRealtime()
  queryClient.clear()
  vi.restoreAllMocks()
})

function open(path: string) {
  return show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/guide']}>
        <Link to={path}>開く</Link>
        <AppRoutes />
      </MemoryRouter>
    </QueryClientProvider>,
    'assistant',
  )
}

it.each([1440, 390])('a folder shows its header and name, and placeholders for its rows, at %d px', async (width) => {
  await page.viewport(width, 900)
  const screen = await open(FOLDER)
  await screen.getByRole('link', { name: '開く' }).click()
  await expect.element(screen.getByRole('banner')).toBeVisible()
  const content = screen.getByRole('main')
  await expect.element(content.getByText('商談')).toBeVisible()
  await expect.element(content.getByRole('status', { name: '読み込み中' })).toBeVisible()
  await expect.poll(() => waiting).toContain(`/api${FOLDER}`)
})

it.each([1440, 390])('a file shows the header, and placeholders for its content, at %d px', async (width) => {
  await page.viewport(width, 900)
  const screen = await open(FILE)
  await screen.getByRole('link', { name: '開く' }).click()
  const frame = [screen.getByRole('banner'), screen.getByRole('main').getByRole('status', { name: '読み込み中' })]
  for (const part of frame) await expect.element(part).toBeVisible()
  // The code of the page may still be loading.
  await expect.poll(() => waiting).toContain(`/api${FILE}`)
  for (const part of frame) await expect.element(part).toBeVisible()
})
