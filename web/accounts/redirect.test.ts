import { describe, expect, it } from 'vitest'
import { destinationAfterLogin, emailOfRedirect } from './redirect.ts'

const ME = 'hana@example.com'

describe('AUTH-07 returns the redirect, or the project list', () => {
  it.each([
    [null, '/projects'],
    ['/projects/7?tab=1&page=2', '/projects/7?tab=1&page=2'],
    ['/projects/7/files/9?t=12#x', '/projects/7/files/9?t=12#x'],
    ['/', '/'],
    ['/login', '/projects'],
    ['/login/second-step', '/projects'],
    ['', '/projects'],
  ])('%s → %s', (redirect, path) => {
    expect(destinationAfterLogin(redirect, ME)).toBe(path)
  })
})

describe('AUTH-07 never leaves the application', () => {
  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/a\\..\\..//evil.example',
    '/..//evil.example/',
    '/.//evil.example/',
    '/%2e%2e//evil.example/',
    '/projects/..//evil.example/',
  ])('%j → the project list', (redirect) => {
    expect(destinationAfterLogin(redirect, ME)).toBe('/projects')
  })
})

describe('AUTH-08 a redirect for another address returns the project list', () => {
  it.each([
    ['/verify/join-project?email=taro%40example.com', '/projects'],
    ['/verify/join-project?email=Hana%40Example.com', '/verify/join-project?email=Hana%40Example.com'],
  ])('%s → %s', (redirect, path) => {
    expect(destinationAfterLogin(redirect, ME)).toBe(path)
  })
})

it.each([
  ['/verify/join-project?email=taro%40example.com', 'taro@example.com'],
  ['/projects', null],
  ['//evil.example/?email=a%40b.c', null],
  [null, null],
])('AUTH-09 %s prefills %s', (redirect, email) => {
  expect(emailOfRedirect(redirect)).toBe(email)
})
