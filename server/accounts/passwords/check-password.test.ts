import { checkPassword } from '@kaiwa/contract/accounts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

it.each([
  ['Passw0rd!', 'common'],
  ['Yamada-Hanako1!', 'personal'],
  ['Kaiwa-2026!', 'personal'],
  ['Correct-Horse9!', null],
])('a new password %s is judged %s', async (password, weakness) => {
  const words = ['hanako@kaiwa.example', '花子', 'Yamada', 'Hanako'].slice(-3)
  expect((await test.call(checkPassword, { body: { password, words } })).body).toEqual({ weakness })
})

it('refuses more words and longer ones than a person has', async () => {
  for (const words of [['a', 'b', 'c', 'd'], ['x'.repeat(101)]]) {
    const answer = await test.call(checkPassword, { body: { password: 'Correct-Horse9!', words } })
    expect(answer.status).toBe(422)
  }
})
