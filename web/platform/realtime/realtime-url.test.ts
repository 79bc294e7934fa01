import { expect, it } from 'vitest'
import { realtimeUrl } from './realtime-url.ts'

const OWN = { key: 'kaiwa', host: null, port: null, tls: false, cluster: null, signs_in: false }
const HOSTED = { ...OWN, key: 'k', signs_in: true }
const PAGE = { protocol: 'https:', hostname: 'kaiwa.example', port: '' }

it.each([
  ['the page', OWN, PAGE, 'wss://kaiwa.example:443/app/kaiwa'],
  ['a page without TLS', OWN, { ...PAGE, protocol: 'http:' }, 'ws://kaiwa.example:80/app/kaiwa'],
  ['a page with a port', OWN, { protocol: 'http:', hostname: '[::1]', port: '8080' }, 'ws://[::1]:8080/app/kaiwa'],
  ['another port', { ...OWN, port: 6001 }, PAGE, 'wss://kaiwa.example:6001/app/kaiwa'],
  ['another host', { ...HOSTED, host: 'soketi', port: 6001 }, PAGE, 'ws://soketi:6001/app/k'],
  ['another host with TLS', { ...HOSTED, host: 'soketi', port: 443, tls: true }, PAGE, 'wss://soketi:443/app/k'],
  ['a cluster', { ...HOSTED, cluster: 'ap3', port: 8080 }, PAGE, 'wss://ws-ap3.pusher.com/app/k'],
])('the socket of %s', (_, settings, page, url) => {
  expect(realtimeUrl(settings, page)).toBe(`${url}?protocol=7&client=kaiwa&version=1`)
})
