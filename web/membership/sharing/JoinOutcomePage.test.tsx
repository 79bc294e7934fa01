import type { User } from '@kaiwa/contract/accounts.ts'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { render } from '../../test/render.tsx'
import JoinOutcomePage from './JoinOutcomePage.tsx'

function shown(user: User | null) {
  return render(
    <Routes>
      <Route path="/verify/join-project/invite-member/:outcome" element={<JoinOutcomePage />} />
    </Routes>,
    { locale: 'en', texts: ['common', 'sharing'], path: '/verify/join-project/invite-member/success', user },
  )
}

it('SHARE-26 shows success and a link home, and a link to sign in if signed out', async () => {
  const markup = await shown(null)
  for (const text of ['Invite member successfully', 'Go to home', 'href="/login"']) expect(markup).toContain(text)
})

it('SHARE-26 shows no link to sign in to a signed-in user', async () => {
  const markup = await shown({ id: 1 } as User)
  expect(markup).toContain('Go to home')
  expect(markup).not.toContain('href="/login"')
})
