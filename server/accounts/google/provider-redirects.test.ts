import { getGoogleUrl, signInWithGoogleCode, signInWithGoogleToken } from '@kaiwa/contract/google.ts'
import { expect, it } from 'vitest'
import { openProvider } from '../../test/openid-provider.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

function byToken(app: TestApp, token: string) {
  return app.call(signInWithGoogleToken, { body: { access_token: token } })
}

async function byCode(app: TestApp) {
  const asked = await app.call(getGoogleUrl, { query: { is_app: '0' } })
  const { headers } = await fetch(asked.body.url, { redirect: 'manual' })
  const back = new URL(headers.get('location') ?? '').searchParams
  const cookie = /kaiwa_google=[^;]+/.exec(String(asked.headers['set-cookie']))?.[0] ?? ''
  const body = { code: back.get('code') ?? '', state: back.get('state') ?? '' }
  return app.call(signInWithGoogleCode, { body }, undefined, { headers: { cookie } })
}

// A redirect would send the code, the token or the client secret to another host (ASVS 15.3.2).
it.each([
  ['the code', 'introspection', '/token', byCode],
  ['an access token, introspected', 'introspection', '/introspect', byToken],
  ['an access token, by its information', 'tokeninfo', '/tokeninfo', byToken],
] as const)('follows a provider nowhere: %s', async (_, tokenCheck, place, come) => {
  const provider = await openProvider()
  const account = { sub: 'one', email: 'one@kaiwa.example', email_verified: true }
  Object.assign(provider, { tokenCheck, account })
  const app = await openTestApp({ env: provider.env })
  try {
    const token = provider.tokenFor('kaiwa-tests')
    provider.isMoved = true
    expect((await come(app, token)).status).toBeGreaterThanOrEqual(400)
    // The provider received a request, the redirect target did not.
    expect(provider.calls).toContain(`POST ${place}`)
    expect(provider.calls.filter((call) => call.includes('/moved'))).toEqual([])
    provider.isMoved = false
    expect((await come(app, token)).status).toBe(200)
  } finally {
    await app.close()
    await provider.stop()
  }
})
