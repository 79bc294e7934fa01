// Registration by the link of an invitation.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { sessionQuery } from '../platform/session.ts'
import { show } from '../test/show.tsx'
import RegisterPage from './RegisterPage.tsx'

const ADDRESS = 'jiro@invited.example'
const LINK = `/register?redirect=${encodeURIComponent(`/verify/join-project?token=t0ken&email=${encodeURIComponent(ADDRESS)}`)}`

const GONE = /この招待は取り消されたか、無効になっています。/

const invitation = {
  has_account: false,
  is_login: false,
  to_email: ADDRESS,
  inviter: { name: '佐藤 恵', avatar: null },
  item: { item_id: 1, name: '営業会議', is_project: true, resource_id: 1, parent_id: null },
}

/** The answer to the question about the invitation. */
let about: () => Promise<Response>

function answer(path: string): Promise<Response> {
  if (path === '/api/projects/verify-member') return about()
  if (path === '/api/register') {
    const body = { error: 'E_UNPROCESSABLE_ENTITY', errors: { email: ['unique'] } }
    return Promise.resolve(Response.json(body, { status: 422 }))
  }
  return new Promise(() => undefined)
}

beforeEach(() => {
  about = () => Promise.resolve(Response.json(invitation))
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) =>
    answer(new URL(input instanceof Request ? input.url : String(input), location.href).pathname),
  )
  queryClient.setQueryData(sessionQuery.queryKey, null)
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

function open() {
  return show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[LINK]}>
        <RegisterPage />
      </MemoryRouter>
    </QueryClientProvider>,
    'accounts',
  )
}

it('AUTH-18 the way from a taken address to the sign-in page keeps the invitation', async () => {
  const screen = await open()
  await screen.getByRole('textbox', { name: '姓' }).fill('鈴木')
  await screen.getByRole('textbox', { name: '名', exact: true }).fill('次郎')
  await screen
    .getByLabelText(/^パスワード/)
    .first()
    .fill('Kaerimichi-7!')
  await screen.getByRole('button', { name: 'アカウントを作成' }).click()
  const link = screen.getByRole('alert').getByRole('link', { name: 'ログイン' })
  await expect.element(link).toHaveAttribute('href', LINK.replace('/register', '/login'))
  // Another address cannot accept the invitation.
  expect(screen.getByRole('button', { name: '別のメールアドレスで登録する' }).query()).toBeNull()
})

it('says that an invitation is gone only if it is, and asks again after another failure', async () => {
  about = () => Promise.reject(new TypeError('Failed to fetch'))
  const screen = await open()
  const alert = screen.getByRole('alert')
  await expect.element(alert).toBeVisible()
  expect(alert.getByText(GONE).query()).toBeNull()
  about = () => Promise.resolve(Response.json(invitation))
  await alert.getByRole('button', { name: '再試行' }).click()
  await expect.element(screen.getByText('佐藤 恵さんから「営業会議」に招待されました。')).toBeVisible()
})

it('says that a withdrawn invitation is gone', async () => {
  about = () => Promise.resolve(Response.json({ error: 'E_NOT_FOUND' }, { status: 404 }))
  const screen = await open()
  await expect.element(screen.getByRole('alert').getByText(GONE)).toBeVisible()
})
