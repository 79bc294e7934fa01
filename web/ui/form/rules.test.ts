import { loginPassword, newPassword } from '@kaiwa/contract/accounts.ts'
import { email, personName } from '@kaiwa/contract/fields.ts'
import { describe, expect, it } from 'vitest'
import { confirmationRule, emailRule, loginPasswordRule, nameRule, newPasswordRule, serverProblem } from './rules.ts'

const long = 'x'.repeat(101)

describe('AUTH-46 email fields', () => {
  it.each([
    ['', 'required'],
    ['  ', 'required'],
    ['hana', 'email'],
    ['hana@', 'email'],
    ['hana@example', 'email'],
    ['ha na@example.com', 'email'],
    ['花@example.com', 'email'],
    [`${'x'.repeat(89)}@example.com`, 'maxLength'],
    [`${'x'.repeat(88)}@example.com`, undefined],
    ['hana@example.com', undefined],
    [' hana+kaiwa@example.co.jp ', undefined],
  ])('%j: %s, and the contract agrees', (value, key) => {
    expect([emailRule(value)?.key, email.safeParse(value).success]).toEqual([key, key === undefined])
  })
})

describe('AUTH-47 the login password', () => {
  it.each([
    ['', 'required'],
    [long, 'maxLength'],
    [' ', undefined],
    ['x', undefined],
  ])('%j: %s, and the contract agrees', (value, key) => {
    expect([loginPasswordRule(value)?.key, loginPassword.safeParse(value).success]).toEqual([key, key === undefined])
  })
})

describe('AUTH-48 first and last name', () => {
  it.each([
    ['', 'required'],
    ['　', 'required'],
    [long, 'maxLength'],
    ['x'.repeat(100), undefined],
    ['花', undefined],
  ])('%j: %s, and the contract agrees', (value, key) => {
    expect([nameRule(value)?.key, personName.safeParse(value).success]).toEqual([key, key === undefined])
  })
})

describe('AUTH-49 AUTH-50 AUTH-51 AUTH-52 a new password', () => {
  it.each([
    ['', 'required'],
    ['Ab!4567', 'minLength'],
    ['Ab!45678', undefined],
    [`Ab!${'x'.repeat(98)}`, 'maxLength'],
    [`Ab!${'x'.repeat(97)}`, undefined],
    ['ab!45678', 'passwordWeak'],
    ['AB!45678', 'passwordWeak'],
    ['Ab345678', 'passwordWeak'],
    ['Ab_45678', 'passwordWeak'],
    ['Ab 45678', 'passwordWeak'],
  ])('%j: %s, and the contract agrees', (value, key) => {
    expect([newPasswordRule(value)?.key, newPassword.safeParse(value).success]).toEqual([key, key === undefined])
  })
})

describe('AUTH-54 the confirmation of a password', () => {
  it.each([
    ['', 'required'],
    [long, 'maxLength'],
    ['Kaiwa-new2!', 'passwordMismatch'],
    ['Kaiwa-new1!', undefined],
  ])('%j: %s', (value, key) => {
    expect(confirmationRule('password')(value, { password: 'Kaiwa-new1!' })?.key).toBe(key)
  })
})

it.each([
  ['unique', 'email', 'emailTaken'],
  ['unique', 'newEmail', 'newEmailTaken'],
  ['format', 'email', 'email'],
  ['format', 'newEmail', 'email'],
  ['format', 'newPassword', 'passwordCommon'],
  ['format', 'text', 'format'],
  ['incorrect', 'password', 'passwordIncorrect'],
  ['incorrect', 'code', 'codeIncorrect'],
  ['mismatch', 'newPassword', 'passwordMismatch'],
  ['required', 'text', 'required'],
  ['max', 'text', 'maxLength'],
] as const)('API-04 the server code %s for a field of kind %s gives %s', (code, kind, key) => {
  expect(serverProblem(code, kind).key).toBe(key)
})
