import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

it.each([
  [undefined, 0, '10.0.0.9'],
  [undefined, 2, '10.0.0.9'],
  ['1.1.1.1', 0, '10.0.0.9'],
  ['1.1.1.1', 1, '1.1.1.1'],
  ['6.6.6.6, 1.1.1.1', 1, '1.1.1.1'],
  ['6.6.6.6, 1.1.1.1, 10.0.0.8', 2, '1.1.1.1'],
  ['1.1.1.1', 2, '1.1.1.1'],
  [' , ', 1, '10.0.0.9'],
])('the client address for X-Forwarded-For %s with %i trusted proxies is %s', (forwarded, proxies, expected) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  expect(clientAddress({ socket: { remoteAddress: '10.0.0.9' } as Socket, headers }, proxies)).toBe(expected)
})
