import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import type { App } from '../app.ts'
import { publicAddress } from './addresses.ts'

function asked(host: string, url: string | null) {
  const hostname = host.replace(/:\d+$/, '')
  const request = { host, hostname, protocol: 'http', socket: { localPort: 8080 } } as unknown as FastifyRequest
  return publicAddress({ app: { config: { url, port: 8080 } } as unknown as App, request })
}

it.each([
  ['the local program as it was called', 'localhost:8080', null, 'http://localhost:8080'],
  ['an address of this machine', '127.0.0.1:8080', null, 'http://127.0.0.1:8080'],
  ['IPv6', '[::1]:8080', null, 'http://[::1]:8080'],
  ['a name that a caller made up', 'evil.example', null, 'http://localhost:8080'],
  ['an address that a caller made up', '203.0.113.9:80', null, 'http://localhost:8080'],
  ['what a server is called, whatever a caller says', 'evil.example', 'https://kaiwa.example', 'https://kaiwa.example'],
])('a link in a mail names %s', (_, host, url, expected) => expect(asked(host, url)).toBe(expected))
