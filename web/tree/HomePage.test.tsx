import type { User } from '@kaiwa/contract/accounts.ts'
import { expect, it } from 'vitest'
import { render } from '../test/render.tsx'
import HomePage from './HomePage.tsx'

it.each([
  ['ja', 'まだプランがありません', 'お問い合わせはこちら'],
  ['en', 'No plan yet', 'Contact us'],
] as const)('WS-04 a user without a plan sees a notice and a contact link: %s', async (locale, notice, link) => {
  const user = { id: 1, workspaces: [] } as unknown as User
  const markup = await render(<HomePage />, { locale, texts: ['common', 'workspace'], user })
  expect(markup).toMatch(new RegExp(`<h1[^>]*>${notice}</h1>`))
  expect(markup).toMatch(new RegExp(`<a[^>]*href="/guide/support"[^>]*>.*${link}.*</a>`))
})

it.each([
  ['ja', '共有されているものはありません'],
  ['en', 'Nothing is shared with you yet'],
] as const)('a guest whose last share was removed is not asked for a plan: %s', async (locale, notice) => {
  const user = { id: 1, workspaces: [{ id: 1 }] } as unknown as User
  const markup = await render(<HomePage />, { locale, texts: ['common', 'workspace'], user })
  expect(markup).toMatch(new RegExp(`<h1[^>]*>${notice}</h1>`))
  expect(markup).not.toContain('/guide/support')
})
