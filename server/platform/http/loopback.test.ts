import { expect, it } from 'vitest'
import { isLoopback } from './loopback.ts'

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:192.0.2.7', false],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['127.0.0.1.kaiwa.example', false],
  ['', false],
])('isLoopback(%j) is %j', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})
