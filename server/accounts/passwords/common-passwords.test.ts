import { expect, it } from 'vitest'
import { commonPasswords, consistsOf, isCommonPassword } from './common-passwords.ts'

it.each([
  'Password!',
  'Password1!',
  'P@ssw0rd',
  'P@ssw0rd!',
  'Passw0rd!!',
  'Qwerty123!',
  'ILOVEYOU!',
  '!QAZ2wsx',
  'Ｐassword1！',
])('%s is a common password', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

it.each(['Kaiwa-demo1!', 'Kaiwa-test1!', 'correct Horse battery!', 'ひみつのNihongo!', 'aB3$fGh!'])(
  '%s is not a common password',
  (password) => {
    expect(isCommonPassword(password)).toBe(false)
  },
)

it('contains more than 3,000 passwords of the minimal length', () => {
  expect([...commonPasswords].filter((password) => password.length >= 8).length).toBeGreaterThan(3_000)
})

it.each([
  ['Kaiwa-2026!', true],
  // The name of the product and two letters.
  ['Kaiwa-ux1!', true],
  ['Kaiwa-uxd1!', false],
  ['K@iwa!!!!', true],
  ['会話会話Kaiwa!', true],
  ['Yamada.Hanako1!', true],
  ['HANAKO-y1', true],
  ['Kaiwa-demo1!', false],
  ['Correct-Horse9!', false],
  ['Aoi-no-Umi!', false],
])('%s consists of the product’s name, a person’s name or an address: %s', (password, expected) => {
  expect(consistsOf(password, ['hanako-y@kaiwa.example', 'Hanako', 'Yamada', 'Ao'])).toBe(expected)
})
