import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectedApi, providerOf, REDIRECT_URI } from '../../test/hubspot-api.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openHubspotApi } from './hubspot-client.ts'
import { exchangeCode, refreshTokens, revokeToken } from './oauth.ts'
import type { Provider } from './provider.ts'

let hubspot: HubspotServer
let provider: Provider

beforeAll(async () => {
  hubspot = await startHubspot()
  provider = providerOf(hubspot)
})

afterAll(() => hubspot.stop())

beforeEach(() => {
  hubspot.clearFaults()
  hubspot.calls.length = 0
  hubspot.tokens = { isRotating: false, accessSeconds: 1_800 }
})

function newCode(): Promise<string> {
  return hubspot.portal.authorize({ redirectUri: REDIRECT_URI })
}

describe('tokens', () => {
  it('exchanges a code at /oauth/2026-03/token', async () => {
    const tokens = await exchangeCode(provider, { code: await newCode(), redirectUri: REDIRECT_URI })
    expect(tokens).toEqual({
      accessToken: expect.stringMatching(/.{20}/) as string,
      refreshToken: expect.stringMatching(/.{20}/) as string,
      expiresIn: 1_800,
      portalId: '48201577',
      scopes: ['oauth', 'crm.objects.deals.read', 'crm.objects.deals.write', 'crm.schemas.deals.read'],
    })
    expect(hubspot.calls).toEqual(['POST /oauth/2026-03/token'])
  })

  it.each<[string, () => Promise<{ code: string; redirectUri: string }>]>([
    ['a made-up code', async () => ({ code: 'x', redirectUri: REDIRECT_URI })],
    ['another redirect address', async () => ({ code: await newCode(), redirectUri: 'http://localhost:5173/other' })],
    [
      'a used code',
      async () => {
        const code = await newCode()
        await exchangeCode(provider, { code, redirectUri: REDIRECT_URI })
        return { code, redirectUri: REDIRECT_URI }
      },
    ],
    [
      'an expired code',
      async () => {
        const code = await newCode()
        await hubspot.portal.expireCodes()
        return { code, redirectUri: REDIRECT_URI }
      },
    ],
  ])('refuses %s as invalid', async (_name, grant) => {
    await expect(exchangeCode(provider, await grant())).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('lets one of two exchanges of a code through', async () => {
    const code = await newCode()
    const both = await Promise.allSettled([1, 2].map(() => exchangeCode(provider, { code, redirectUri: REDIRECT_URI })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('a wrong client secret says nothing about a code or a token', async () => {
    const wrong = { ...provider, clientSecret: 'wrong' }
    await expect(exchangeCode(wrong, { code: await newCode(), redirectUri: REDIRECT_URI })).rejects.toMatchObject({
      kind: 'unavailable',
      codes: ['BAD_CLIENT_SECRET', 'invalid_client'],
    })
    const { api, refreshToken } = await connectedApi(hubspot)
    await expect(refreshTokens(wrong, refreshToken)).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(revokeToken(wrong, refreshToken)).rejects.toThrow('BAD_CLIENT_SECRET')
    expect(await api.readGroups()).toHaveLength(6)
  })

  it('does not believe an access token of a year', async () => {
    const tokens = { access_token: 'a', refresh_token: 'r', hub_id: 1, expires_in: 1e300 }
    hubspot.fault({ kind: 'status', status: 200, body: tokens })
    expect((await refreshTokens(provider, 'r')).expiresIn).toBe(86_400)
  })

  it('gives one portal the same refresh token twice where the stand-in is set so', async () => {
    hubspot.tokens = { ...hubspot.tokens, isSharedByPortal: true }
    const [one, two] = [await connectedApi(hubspot), await connectedApi(hubspot)]
    expect(two.refreshToken).toBe(one.refreshToken)
    await revokeToken(provider, one.refreshToken)
    await expect(two.api.readGroups()).rejects.toMatchObject({ kind: 'unauthorized' })
    const three = await connectedApi(hubspot)
    expect(three.refreshToken).not.toBe(one.refreshToken)
    expect(await three.api.readGroups()).toHaveLength(6)
  })

  it('refreshes an expired access token', async () => {
    const { api, refreshToken, accessToken } = await connectedApi(hubspot)
    await hubspot.portal.expireTokens()
    await expect(api.readGroups()).rejects.toMatchObject({ kind: 'unauthorized' })
    const next = await refreshTokens(provider, refreshToken)
    expect(next.accessToken).not.toBe(accessToken)
    expect(next.refreshToken).toBe(refreshToken)
    expect(await openHubspotApi({ apiUrl: hubspot.url, accessToken: next.accessToken }).readGroups()).toHaveLength(6)
  })

  it('returns the new refresh token where the portal replaces it', async () => {
    hubspot.tokens = { isRotating: true, accessSeconds: 60 }
    const { refreshToken } = await connectedApi(hubspot)
    const next = await refreshTokens(provider, refreshToken)
    expect([next.refreshToken === refreshToken, next.expiresIn]).toEqual([false, 60])
    await expect(refreshTokens(provider, refreshToken)).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  it('is unauthorized after the app was removed from the portal', async () => {
    const { api, refreshToken } = await connectedApi(hubspot)
    await hubspot.portal.revoke()
    await expect(api.readGroups()).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(refreshTokens(provider, refreshToken)).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  it('ends a refresh token with its access tokens, twice without a failure', async () => {
    const { api, refreshToken } = await connectedApi(hubspot)
    await revokeToken(provider, refreshToken)
    await revokeToken(provider, refreshToken)
    expect(hubspot.calls.filter((call) => call === 'POST /oauth/2026-03/token/revoke')).toHaveLength(2)
    await expect(api.readGroups()).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(refreshTokens(provider, refreshToken)).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  it('is forbidden what the portal does not grant any more', async () => {
    const { api } = await connectedApi(hubspot)
    await hubspot.portal.narrowScopes(['oauth', 'crm.objects.deals.read'])
    await expect(api.updateDeal('21480160001', { kadai: 'x' })).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('MISSING_SCOPES') as string,
    })
    expect((await api.readDeal('21480160001', ['dealname'])).id).toBe('21480160001')
  })

  it.each([
    ['HTML', { kind: 'html' as const }, 'unavailable'],
    ['500', { kind: 'status' as const, status: 500 }, 'unavailable'],
    ['HTML with 400', { kind: 'html' as const, status: 400 }, 'unavailable'],
    ['HTML with 403', { kind: 'html' as const, status: 403 }, 'unavailable'],
    ['HTML with 404', { kind: 'html' as const, status: 404 }, 'unavailable'],
    ['JSON with 403', { kind: 'status' as const, status: 403 }, 'unavailable'],
    ['JSON with 404', { kind: 'status' as const, status: 404 }, 'unavailable'],
    [
      'an unknown client',
      {
        kind: 'status' as const,
        status: 400,
        body: { status: 'BAD_CLIENT_ID', error: 'invalid_grant', message: 'unknown client' },
      },
      'unavailable',
    ],
    ['a cut connection', { kind: 'cut' as const }, 'unavailable'],
    ['JSON in an unknown form', { kind: 'status' as const, status: 200, body: { access_token: 5 } }, 'unavailable'],
    ['429', { kind: 'wait' as const, seconds: 5 }, 'wait'],
  ])('%s keeps a refresh token', async (_name, fault, kind) => {
    const { refreshToken } = await connectedApi(hubspot)
    hubspot.fault(fault, { call: /token$/ })
    await expect(refreshTokens(provider, refreshToken)).rejects.toMatchObject({ kind })
    expect((await refreshTokens(provider, refreshToken)).refreshToken).toBe(refreshToken)
  })
})
