import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

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
