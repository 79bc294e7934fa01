// Registration by the link of an invitation whose address gets an account in the meantime.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'
import { show } from '../test/show.tsx'
import RegisterPage from './RegisterPage.tsx'

const ADDRESS = 'jiro@invited.example'
const LINK = `/register?redirect=${encodeURIComponent(`/verify/join-project?token=t0ken&email=${encodeURIComponent(ADDRESS)}`)}`

const invitation = {
  has_account: false,
  is_login: false,
  to_email: ADDRESS,
  inviter: { name: '佐藤 恵', avatar: null },
  item: { item_id: 1, name: '営業会議', is_project: true, resource_id: 1, parent_id: null },
}

function answer(path: string): Promise<Response> {
  if (path === '/api/projects/verify-member') return Promise.resolve(Response.json(invitation))
  if (path === '/api/register') {
    const body = { error: 'E_UNPROCESSABLE_ENTITY', errors: { email: ['unique'] } }
    return Promise.resolve(Response.json(body, { status: 422 }))
  }
  return new Promise(() => undefined)
}

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

it('AUTH-18 the way from a taken address to the sign-in page keeps the invitation', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) =>
    answer(new URL(input instanceof Request ? input.url : String(input), location.href).pathname),
  )
  queryClient.setQueryData(sessionQuery.queryKey, null)
  const screen = await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[LINK]}>
        <RegisterPage />
      </MemoryRouter>
    </QueryClientProvider>,
    'accounts',
  )
  await screen.getByRole('textbox', { name: '姓' }).fill('鈴木')
  await screen.getByRole('textbox', { name: '名', exact: true }).fill('次郎')
  await screen
    .getByLabelText(/^パスワード/)
    .first()
    .fill('Kaerimichi-7!')
  await screen.getByRole('button', { name: 'アカウントを作成' }).click()
  const link = screen.getByRole('alert').getByRole('link', { name: 'ログイン' })
  await expect.element(link).toHaveAttribute('href', LINK.replace('/register', '/login'))
})
