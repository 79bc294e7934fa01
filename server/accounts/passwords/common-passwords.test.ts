import { expect, it } from 'vitest'
import { common, isCommonPassword, isMadeOf } from './common-passwords.ts'

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
])('%s is common', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

it.each(['Kaiwa-demo1!', 'Kaiwa-test1!', 'correct Horse battery!', 'ひみつのNihongo!', 'aB3$fGh!'])(
  '%s is not',
  (password) => {
    expect(isCommonPassword(password)).toBe(false)
  },
)

it('the list holds more than 3,000 that are as long as ours must be', () => {
  expect([...common].filter((password) => password.length >= 8).length).toBeGreaterThan(3_000)
})

it.each([
  ['Kaiwa-2026!', true],
  ['K@iwa!!!!', true],
  ['会話会話Kaiwa!', true],
  ['Yamada.Hanako1!', true],
  ['HANAKO-y1', true],
  ['Kaiwa-demo1!', false],
  ['Correct-Horse9!', false],
  ['Aoi-no-Umi!', false],
])('%s is made of the product, a name or an address: %s', (password, expected) => {
  expect(isMadeOf(password, ['hanako-y@kaiwa.example', 'Hanako', 'Yamada', 'Ao'])).toBe(expected)
})
