// The page of an invitation link, when its calls fail.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/query-client.ts'
import { sessionQuery } from '../../platform/session.ts'
import { show } from '../../test/show.tsx'
import JoinOutcomePage from './JoinOutcomePage.tsx'
import JoinPage from './JoinPage.tsx'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

it('after a lost connection the link is opened again with a button, but not after it is gone', async () => {
  let answer = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'))
  const server = vi.spyOn(globalThis, 'fetch').mockImplementation(() => answer())
  queryClient.setQueryData(sessionQuery.queryKey, null)
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/verify/join-project?token=t0ken&email=a%40invited.example']}>
        <Routes>
          <Route path="/verify/join-project" element={<JoinPage />} />
          <Route path="/verify/join-project/invite-member/:outcome" element={<JoinOutcomePage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
    'sharing',
  )
  const retry = screen.getByRole('link', { name: '再試行' })
  await expect.element(retry).toBeVisible()
  answer = () => Promise.resolve(Response.json({ error: 'E_NOT_FOUND' }, { status: 404 }))
  await retry.click()
  await expect.element(screen.getByText(/この招待は取り消されたか、無効になっています。/)).toBeVisible()
  expect(server.mock.lastCall?.[0]).toEqual(expect.stringContaining('token=t0ken'))
  expect(retry.query()).toBeNull()
})
