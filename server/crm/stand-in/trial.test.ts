// Local mode without a client id: the stand-in inside the program, with its pages under /dev/hubspot.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { openHubspotApi } from '../provider/hubspot-client.ts'
import { exchangeCode, refreshTokens } from '../provider/oauth.ts'
import { findProvider, type Provider } from '../provider/provider.ts'
import { crmStandInPlugin } from './plugin.ts'

const domains = [{ name: 'crm', routes: [], plugins: [crmStandInPlugin] }]
const REDIRECT_URI = 'http://localhost/hubspot/callback'

let test: TestApp
let provider: Provider

beforeAll(async () => {
  test = await openTestApp({ domains })
  const found = await findProvider(test.app)
  if (!found) throw new Error('no provider')
  provider = found
})

afterAll(() => test.close())

function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'http://localhost')
  return `${pathname}${search}`
}

function get(url: string, language = 'ja', remoteAddress = '127.0.0.1') {
  return test.http.inject({ url, remoteAddress, headers: { 'accept-language': language, host: 'localhost' } })
}

function post(url: string, fields: Record<string, string>) {
  return test.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost' },
    payload: new URLSearchParams(fields).toString(),
  })
}

function authorizeUrl(): string {
  return provider.authorizeUrl({ redirectUri: REDIRECT_URI, state: 'state-1' })
}

/** Sends the form of the page as a browser would. */
function answerAuthorize(agreed: 'yes' | 'no') {
  return post('/dev/hubspot/oauth/authorize', {
    ...Object.fromEntries(new URL(authorizeUrl()).searchParams),
    agreed,
  })
}

async function connect(from = provider) {
  const { headers } = await answerAuthorize('yes')
  const code = new URL(String(headers.location)).searchParams.get('code') ?? ''
  return exchangeCode(from, { code, redirectUri: REDIRECT_URI })
}

describe('the page where an owner agrees', () => {
  it('says in both languages that it is a stand-in, and lists what is allowed', async () => {
    const { body } = await get(pathOf(authorizeUrl()))
    expect(body).toContain('お試し環境です。HubSpotの代わりに動作し、データは外部に送信されません。')
    expect(body).toContain(
      'This is a trial environment. It takes the place of HubSpot; no data leaves this installation.',
    )
    expect(body).toContain('HubSpotとの連携（お試し）')
    for (const scope of ['oauth', 'crm.objects.deals.read', 'crm.objects.deals.write', 'crm.schemas.deals.read'])
      expect(body).toContain(`<code>${scope}</code>`)
    const english = await get(pathOf(authorizeUrl()), 'en-GB,en;q=0.9')
    expect(english.body).toContain('Connect to HubSpot (trial)')
    expect(english.body).toContain('Change deals')
  })

  it('sends back a code with the state, which can be exchanged', async () => {
    const { statusCode, headers } = await answerAuthorize('yes')
    const back = new URL(String(headers.location))
    expect([statusCode, back.origin + back.pathname, back.searchParams.get('state')]).toEqual([
      303,
      REDIRECT_URI,
      'state-1',
    ])
    expect((await connect()).portalId).toBe('48201577')
  })

  it('sends back access_denied when the owner refuses', async () => {
    const back = new URL(String((await answerAuthorize('no')).headers.location))
    expect([back.searchParams.get('error'), back.searchParams.get('code'), back.searchParams.get('state')]).toEqual([
      'access_denied',
      null,
      'state-1',
    ])
  })

  it.each([
    ['another address', { redirect_uri: 'https://example.com/hubspot/callback' }],
    ['another protocol', { redirect_uri: 'https://localhost/hubspot/callback' }],
    ['another path', { redirect_uri: 'http://localhost/elsewhere' }],
    ['another app', { client_id: 'unknown' }],
    ['no scope', { scope: '' }],
  ])('sends nobody to %s', async (_name, changes) => {
    const url = new URL(authorizeUrl())
    for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value)
    expect((await get(pathOf(url.href))).statusCode).toBe(400)
    const sent = await post('/dev/hubspot/oauth/authorize', { ...Object.fromEntries(url.searchParams), agreed: 'yes' })
    expect([sent.statusCode, sent.headers.location]).toEqual([400, undefined])
  })
})

describe('the pages of deals', () => {
  it('lists deals and finds them by name', async () => {
    const { body } = await get('/dev/hubspot')
    expect(body).toContain('取引の一覧（お試し）')
    expect(body).toContain('株式会社アオゾラ製作所 会話記録システム導入')
    const found = await get(`/dev/hubspot?query=${encodeURIComponent('ひまわり')}`)
    expect(found.body).toContain('ひまわり信用金庫 コールセンター支援')
    expect(found.body).not.toContain('アオゾラ')
  })

  it('shows what Kaiwa wrote, escaped, at the address that the link to a deal has', async () => {
    const { accessToken } = await connect()
    const api = openHubspotApi({ apiUrl: provider.apiUrl, accessToken })
    await api.updateDeal('21480160001', { kadai: '<b>引き継ぎ</b>', kyougou: 'voicelog;none', yosan: '3500000' })
    const { body } = await get(provider.dealUrl('48201577', '21480160001'))
    expect(body).toContain('<dd data-property="kadai">&lt;b&gt;引き継ぎ&lt;/b&gt;</dd>')
    expect(body).toContain('<dd data-property="kyougou">VoiceLog、なし</dd>')
    expect(body).toMatch(/<dd data-property="yosan">[￥¥]3,500,000<\/dd>/)
    expect(body).toContain('<dd data-property="kessaisha">（値なし）</dd>')
  })

  it('changes a value, as a colleague would', async () => {
    const path = provider.dealUrl('48201577', '21480160138')
    const saved = await post(path, { name: 'kessaisha', value: '佐藤 専務' })
    expect(saved.statusCode).toBe(303)
    expect((await get(String(saved.headers.location))).body).toContain('佐藤 専務')
    const refused = await post(path, { name: 'yosan', value: 'たくさん' })
    expect(refused.body).toContain('role="alert"')
    expect((await get(path)).body).not.toContain('たくさん')
  })

  it('does not know another deal or portal', async () => {
    expect((await get(provider.dealUrl('48201577', '1'))).statusCode).toBe(404)
    expect((await get(provider.dealUrl('1', '21480160001'))).statusCode).toBe(404)
  })
})

it('is not shown to other machines', async () => {
  for (const url of ['/dev/hubspot', pathOf(authorizeUrl()), provider.dealUrl('48201577', '21480160001')])
    expect((await get(url, 'ja', '192.0.2.7')).statusCode).toBe(404)
})

it('all processes share tokens and deals; each has its own port', async () => {
  const other = await openTestApp({ domains, database: { url: test.databaseUrl, drop: async () => undefined } })
  try {
    const second = await findProvider(other.app)
    if (!second) throw new Error('no provider')
    expect(second.apiUrl).not.toBe(provider.apiUrl)
    const tokens = await connect()
    const api = openHubspotApi({ apiUrl: second.apiUrl, accessToken: tokens.accessToken })
    await api.updateDeal('21480160275', { kadai: '二つのプロセス' })
    const first = openHubspotApi({ apiUrl: provider.apiUrl, accessToken: tokens.accessToken })
    expect((await first.readDeal('21480160275', ['kadai'])).properties).toEqual({ kadai: '二つのプロセス' })
    expect((await refreshTokens(second, tokens.refreshToken)).portalId).toBe('48201577')
  } finally {
    await other.close()
  }
})

describe('which HubSpot is used', () => {
  const app = (env: Record<string, string>) => openTestApp({ domains, env })

  it('does not exist with KAIWA_DEMO off, and has no pages', async () => {
    const without = await app({ KAIWA_DEMO: 'off' })
    expect(await findProvider(without.app)).toBeNull()
    expect((await without.http.inject({ url: '/dev/hubspot' })).statusCode).toBe(404)
    await without.close()
  })

  it('the real one with a client id, and no pages', async () => {
    const real = await app({ KAIWA_HUBSPOT_CLIENT_ID: 'my-app', KAIWA_HUBSPOT_CLIENT_SECRET: 'my-secret' })
    const found = await findProvider(real.app)
    expect(found).toMatchObject({
      apiUrl: 'https://api.hubapi.com',
      clientId: 'my-app',
      clientSecret: 'my-secret',
      isTrial: false,
    })
    expect(found?.dealUrl('123', '456')).toBe('https://app.hubspot.com/contacts/123/record/0-3/456')
    const url = new URL(
      found?.authorizeUrl({ redirectUri: 'https://kaiwa.example/hubspot/callback', state: 'S' }) ?? '',
    )
    expect(url.origin + url.pathname).toBe('https://app.hubspot.com/oauth/authorize')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'my-app',
      redirect_uri: 'https://kaiwa.example/hubspot/callback',
      scope: 'oauth crm.objects.deals.read crm.objects.deals.write crm.schemas.deals.read',
      state: 'S',
    })
    expect((await real.http.inject({ url: '/dev/hubspot' })).statusCode).toBe(404)
    await real.close()
  })
})
