import type { User } from '@kaiwa/contract/accounts.ts'
import { expect, it } from 'vitest'
import { render } from '../test/render.tsx'
import HomePage from './HomePage.tsx'

it.each([
  ['ja', 'まだプランがありません', 'お問い合わせはこちら'],
  ['en', 'No plan yet', 'Make an inquiry'],
] as const)('WS-04 somebody without a plan is told so, and whom to ask: %s', async (locale, notice, link) => {
  const markup = await render(<HomePage />, { locale, texts: ['common', 'workspace'], user: { id: 1 } as User })
  expect(markup).toMatch(new RegExp(`<h1[^>]*>${notice}</h1>`))
  expect(markup).toMatch(new RegExp(`<a[^>]*href="/guide/support"[^>]*>.*${link}.*</a>`))
})
