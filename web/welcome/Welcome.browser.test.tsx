import type { Identity, User } from '@kaiwa/contract/accounts.ts'
import type { Item, Tree } from '@kaiwa/contract/items.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Link, MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { PrivatePage } from '../test/PrivatePage.tsx'
import { show } from '../test/show.tsx'
import HomePage from '../tree/HomePage.tsx'
import { Welcome } from './Welcome.tsx'

const TREE: Tree = {
  all_items: [{ id: 1, resource_id: 2, is_root_item: true, children: [] } as unknown as Item],
  project_ids_with_owner: [],
  shared_folder_ids: [],
  unread_item_ids: [],
}

/** Responses by method and path. Other requests stay pending. */
let answers: Readonly<Record<string, () => Promise<Response>>>
const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, options) => {
    const name = `${options?.method ?? 'GET'} ${new URL(input instanceof Request ? input.url : String(input), location.href).pathname}`
    asked.push(name)
    return answers[name]?.() ?? new Promise<Response>(() => undefined)
  })
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

function Address() {
  return <p>{useLocation().pathname}</p>
}

function open(address = '/', tree = TREE) {
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1, is_visited: false } as User } as Identity)
  queryClient.setQueryData(treeQuery.queryKey, tree)
  return show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>
        <MemoryRouter initialEntries={[address]}>
          <Welcome />
          <Address />
          <Link to="/projects">home</Link>
          <Routes>
            <Route path="/projects" element={<HomePage />} />
            <Route path="*" element={null} />
          </Routes>
        </MemoryRouter>
      </PrivatePage>
    </QueryClientProvider>,
    'welcome',
    'workspace',
  )
}

it('offers no button until it knows whether the user may create a folder', async () => {
  const project = Promise.withResolvers<Response>()
  answers = { 'GET /api/projects/2': () => project.promise }
  const screen = await open()
  await expect.element(screen.getByRole('dialog', { name: 'Kaiwaへようこそ' })).toBeVisible()
  await expect.poll(() => asked).toContain('GET /api/projects/2')
  expect(screen.getByRole('button', { name: 'はじめる' }).query()).toBeNull()
  project.resolve(Response.json({ id: 2, can: { create_folder: true } }))
  await expect.element(screen.getByRole('textbox', { name: 'フォルダ名' })).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: 'はじめる' })).toBeEnabled()
})

it('opens the sample recording, which ends the welcome, and stays open where adding it fails', async () => {
  let status = 503
  const sample = async () =>
    status === 200 ? Response.json({ id: 5, project_id: 4 }) : Response.json({ error: 'E_UNAVAILABLE' }, { status })
  answers = {
    'GET /api/projects/2': async () => Response.json({ id: 2, can: { create_folder: true } }),
    'POST /api/home/sample': sample,
    'GET /api/tree': async () => Response.json(TREE),
  }
  const screen = await open()
  const button = screen.getByRole('button', { name: 'サンプルを開く' })
  await button.click()
  await expect.poll(() => asked).toContain('POST /api/home/sample')
  await expect.element(button).toBeEnabled()
  expect(asked).not.toContain('PUT /api/profile/update-first-visited')
  status = 200
  await button.click()
  await expect.element(screen.getByText('/projects/4/files/5')).toBeInTheDocument()
  expect(asked).toContain('PUT /api/profile/update-first-visited')
})

it.each(['/projects/4/files/5', '/projects/4', '/trash'])('is not shown over %s', async (address) => {
  answers = {}
  const screen = await open(address)
  await expect.element(screen.getByText(address)).toBeInTheDocument()
  expect(screen.getByRole('dialog').query()).toBeNull()
})

it.each(['/', '/projects', '/projects/2'])('is shown over the home: %s', async (address) => {
  answers = {}
  const screen = await open(address)
  await expect.element(screen.getByRole('dialog', { name: 'Kaiwaへようこそ' })).toBeVisible()
})

it('is shown to a guest on the folder to which the home led, and not on one that a link opened', async () => {
  answers = {}
  const shared: Tree = { ...TREE, all_items: [{ id: 3, resource_id: 4, is_root_item: false, children: [] } as never] }
  const screen = await open('/projects/4', shared)
  await expect.element(screen.getByText('/projects/4')).toBeInTheDocument()
  expect(screen.getByRole('dialog').query()).toBeNull()
  await screen.getByRole('link', { name: 'home' }).click()
  const welcome = screen.getByRole('dialog', { name: 'Kaiwaへようこそ' })
  await expect.element(welcome).toBeVisible()
  // A guest may not be allowed to upload.
  const text = 'フォルダの録音を開くと、再生しながら文字起こしを読めます。'
  await expect.element(welcome.getByRole('paragraph')).toHaveTextContent(text)
  await expect.element(screen.getByText('/projects/4')).toBeInTheDocument()
})
