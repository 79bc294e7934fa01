import { randomUUID } from 'node:crypto'
import { checkSession, login } from '@kaiwa/contract/accounts.ts'
import { getGoogleUrl, signInWithGoogleCode, signInWithGoogleToken } from '@kaiwa/contract/google.ts'
import { updateUser } from '@kaiwa/contract/admin-users.ts'
import { getClientConfig } from '@kaiwa/contract/console.ts'
import { changePassword } from '@kaiwa/contract/profile.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Trx } from '../../platform/database/database.ts'
import { atOnce } from '../../test/at-once.ts'
import { createOperator } from '../../test/factories/operators.ts'
import { createOwner, createUser, PASSWORD, type TestOwner } from '../../test/factories/users.ts'
import { type OpenidProvider, openProvider, type ProviderAccount } from '../../test/openid-provider.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { readMails } from '../../test/read-mails.ts'
import { replacePassword } from '../passwords/replace-password.ts'
import { findUser } from '../store/users.ts'

let test: TestApp
let provider: OpenidProvider
/** Lines of the server's log. */
const log: string[] = []
beforeAll(async () => {
  provider = await openProvider()
  test = await openTestApp({ env: provider.env, logTo: { write: (line) => void log.push(line) } })
})
afterAll(async () => {
  await test.close()
  await provider.stop()
})
beforeEach(() => {
  log.length = 0
  Object.assign(provider, {
    account: newAccount(),
    twist: (claims: object) => claims,
    forges: false,
    isDown: false,
    isTerse: false,
    tokenCheck: 'introspection',
  })
})

function newAccount(more: Partial<ProviderAccount> = {}): ProviderAccount {
  return {
    sub: randomUUID(),
    email: `${randomUUID()}@kaiwa.example`,
    email_verified: true,
    given_name: '花子',
    family_name: '山田',
    ...more,
  }
}

/** The cookie `kaiwa_google=…` of a response. */
function cookieOf(headers: Readonly<Record<string, unknown>>): string {
  return /kaiwa_google=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? ''
}

/** Starts an attempt in a browser, signs in at the provider, and returns the values of the callback URL. */
async function walk({ is_app = '0', cookie = '' }: { is_app?: '0' | '1'; cookie?: string } = {}) {
  const asked = await test.call(getGoogleUrl, { query: { is_app } }, undefined, { headers: { cookie } })
  const { headers } = await fetch(asked.body.url, { redirect: 'manual' })
  const back = new URL(headers.get('location') ?? 'http://the.provider/was-asked-wrongly')
  const [code, state] = [back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '']
  return { back, code, state, cookie: cookieOf(asked.headers), attempt: asked.body.attempt, asked }
}

interface Body {
  code: string
  state?: string
  attempt?: string
  iss?: string
}

function comeBack({ code, state, attempt, iss }: Body, cookie: string) {
  const body = { code, ...(state ? { state } : {}), ...(attempt ? { attempt } : {}), ...(iss ? { iss } : {}) }
  return test.call(signInWithGoogleCode, { body }, undefined, { headers: { cookie } })
}

async function signIn() {
  const flow = await walk()
  return comeBack({ code: flow.code, state: flow.state }, flow.cookie)
}

describe('signing in with Google', () => {
  it('AUTH-05 AUTH-16 is offered with the provider’s name if a provider is configured', async () => {
    expect((await test.call(getClientConfig, {})).body.google).toEqual({ name: 'Google' })
    const without = await openTestApp()
    try {
      expect((await without.call(getClientConfig, {})).body.google).toBeNull()
      const answers = await Promise.all([
        without.call(getGoogleUrl, {}),
        without.call(signInWithGoogleToken, { body: { access_token: 'x' } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([404, 404])
    } finally {
      await without.close()
    }
  })

  it('AUTH-10 AUTH-65 a code opens a session, and a new account has a workspace and no password', async () => {
    const flow = await walk()
    expect(flow.back.pathname).toBe('/login/google/callback')
    const { status, body, headers } = await comeBack({ code: flow.code, state: flow.state }, flow.cookie)
    expect([status, body.user.email, body.user.name]).toEqual([200, provider.account?.email, '山田 花子'])
    expect([body.is_set_password, body.all_items.length]).toEqual([false, 1])
    expect(String(headers['set-cookie'])).toMatch(/kaiwa_session=[\w-]{43};/)
    expect((await test.call(checkSession, {}, body.token ?? '')).status).toBe(200)
  })

  it('signs in to the same account later, also after a change of its address', async () => {
    const first = await signIn()
    provider.account = { ...(provider.account ?? newAccount()), email: `${randomUUID()}@kaiwa.example` }
    const second = await signIn()
    expect([second.body.user.id, second.body.user.email]).toEqual([first.body.user.id, first.body.user.email])
  })

  it('reads the address from userinfo if the id token lacks it', async () => {
    provider.isTerse = true
    expect((await signIn()).body.user.email).toBe(provider.account?.email)
  })

  it('the attempt is in an HttpOnly cookie, and the database alone cannot complete it', async () => {
    const flow = await walk()
    expect(String(flow.asked.headers['set-cookie'])).toMatch(/^kaiwa_google=[\w-]{43}; .*HttpOnly; SameSite=Lax/)
    expect(flow.attempt).toBeNull()
    const stored = JSON.stringify(await test.db.selectFrom('google_attempts').selectAll().execute())
    const sent = new URL(flow.asked.body.url).searchParams
    for (const secret of [flow.cookie.split('=')[1], sent.get('state'), sent.get('nonce'), sent.get('code_challenge')])
      expect(stored).not.toContain(secret)
  })

  it('two tabs of one browser can sign in at the same time', async () => {
    const one = await walk()
    const two = await walk({ cookie: one.cookie })
    expect((await comeBack({ code: one.code, state: one.state }, two.cookie)).status).toBe(200)
    expect((await comeBack({ code: two.code, state: two.state }, two.cookie)).status).toBe(200)
  })
})

describe('AUTH-12 is refused', () => {
  const expired = { iat: 1_000, exp: 2_000 }
  const CLAIM = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'
  const TIME = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'
  const INVALID = 'OAUTH_INVALID_RESPONSE'
  it.each([
    ['a wrong nonce', CLAIM, () => Object.assign(provider, { twist: (c: object) => ({ ...c, nonce: 'another' }) })],
    ['no nonce', INVALID, () => Object.assign(provider, { twist: (c: object) => ({ ...c, nonce: undefined }) })],
    ['an expired id token', TIME, () => Object.assign(provider, { twist: (c: object) => ({ ...c, ...expired }) })],
    ['a wrong audience', CLAIM, () => Object.assign(provider, { twist: (c: object) => ({ ...c, aud: 'another' }) })],
    [
      'a wrong issuer',
      CLAIM,
      () => Object.assign(provider, { twist: (c: object) => ({ ...c, iss: 'https://o.example' }) }),
    ],
    ['a signature of another key', INVALID, () => Object.assign(provider, { forges: true })],
  ])('%s, and the log says why: %s', async (_case, reason, misbehave) => {
    misbehave()
    const answer = await signIn()
    expect([answer.status, answer.error]).toEqual([401, 'AUTH_INVALID_CREDENTIALS'])
    expect(String(answer.headers['set-cookie'])).not.toContain('kaiwa_session')
    expect(log.filter((line) => line.includes('signing in with the provider failed'))).toEqual([
      expect.stringContaining(`"code":"${reason}"`),
    ])
    const { email = '' } = provider.account ?? {}
    expect(await test.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
  })

  it.each([false, 'false', undefined])('an address whose verification is %s', async (email_verified) => {
    Object.assign(provider, { account: { ...newAccount(), email_verified } })
    expect(await signIn()).toMatchObject({ status: 403, error: 'E_EMAIL_NOT_VERIFIED' })
  })

  it.each([
    ['a wrong state', (flow: Flow) => comeBack({ code: flow.code, state: 'x'.repeat(43) }, flow.cookie)],
    ['no state', (flow: Flow) => comeBack({ code: flow.code }, flow.cookie)],
    ['another browser', async (flow: Flow) => comeBack({ code: flow.code, state: flow.state }, (await walk()).cookie)],
    ['a browser that began nothing', (flow: Flow) => comeBack({ code: flow.code, state: flow.state }, '')],
    ['a wrong code', (flow: Flow) => comeBack({ code: 'x', state: flow.state }, flow.cookie)],
    [
      'a code that another browser obtained, under one’s own state',
      async (flow: Flow) => comeBack({ code: (await walk()).code, state: flow.state }, flow.cookie),
    ],
  ])('%s', async (_case, come) => {
    const answer = await come(await walk())
    expect([answer.status, answer.error]).toEqual([401, 'AUTH_INVALID_CREDENTIALS'])
  })

  it('a repeated answer, also of concurrent requests', async () => {
    const flow = await walk()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => comeBack({ code: flow.code, state: flow.state }, flow.cookie)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
    expect((await comeBack({ code: flow.code, state: flow.state }, flow.cookie)).status).toBe(401)
  })

  it('an answer after ten minutes by the database’s clock', async () => {
    const flow = await walk()
    await sql`update google_attempts set expires_at = expires_at - interval '10 minutes'`.execute(test.db)
    expect((await comeBack({ code: flow.code, state: flow.state }, flow.cookie)).status).toBe(401)
  })

  it('a cancelled sign-in, which returns without a code', async () => {
    provider.account = null
    const { back, state, cookie } = await walk()
    expect([back.searchParams.get('error'), back.searchParams.get('code')]).toEqual(['access_denied', null])
    expect((await comeBack({ code: '', state }, cookie)).errors).toEqual({ code: ['required'] })
  })

  it('a sign-in while the provider is down; it works when the provider is back', async () => {
    const flow = await walk()
    provider.isDown = true
    const answer = await comeBack({ code: flow.code, state: flow.state }, flow.cookie)
    expect([answer.status, answer.error]).toEqual([503, 'E_UNAVAILABLE'])
    provider.isDown = false
    expect((await signIn()).status).toBe(200)
  })

  it('a sign-in while the provider was never reached; start-up does not wait for it', async () => {
    const away = await openProvider()
    await away.stop()
    const lonely = await openTestApp({ env: away.env })
    try {
      expect(await lonely.call(getGoogleUrl, {})).toMatchObject({ status: 503, error: 'E_UNAVAILABLE' })
      expect(away.calls).toEqual([])
    } finally {
      await lonely.close()
    }
  })

  it('logs no code, token or address', async () => {
    const flow = await walk()
    Object.assign(provider, { twist: (claims: object) => ({ ...claims, aud: 'another' }) })
    await comeBack({ code: flow.code, state: flow.state }, flow.cookie)
    for (const secret of [flow.code, flow.state, flow.cookie.slice(13), provider.account?.email ?? ''])
      expect(log.join('')).not.toContain(secret)
  })

  it('a page of another site can neither start nor complete a sign-in', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    const answers = [
      await test.call(getGoogleUrl, {}, undefined, { headers }),
      await test.call(signInWithGoogleCode, { body: { code: 'x' } }, undefined, { headers }),
      await test.call(signInWithGoogleToken, { body: { access_token: 'x' } }, undefined, { headers }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})

type Flow = Awaited<ReturnType<typeof walk>>

describe('the account of an identity', () => {
  it('links a verified account of the same address, ignoring case; its owner is notified and keeps the password', async () => {
    const owner = await createOwner(test.db, { locale: 'en' })
    provider.account = newAccount({ email: owner.email.toUpperCase() })
    const { body } = await signIn()
    expect([body.user.id, body.is_set_password]).toEqual([owner.id, true])
    expect((await readMails(test, owner)).map(({ subject }) => subject)).toEqual([
      'Kaiwa: you can now log in with Google',
    ])
    await signIn()
    expect(await readMails(test, owner)).toHaveLength(1)
    expect((await test.call(login, { body: { email: owner.email, password: PASSWORD } })).status).toBe(200)
  })

  it('takes over an unverified registration: its password, names and links are deleted', async () => {
    const trap = await createUser(test.db, { isVerified: false, first_name: 'Mallory', last_name: 'Evil' })
    await test.db
      .insertInto('account_tokens')
      .values({
        user_id: trap.id,
        purpose: 'verify-account',
        token_hash: Buffer.from(randomUUID()),
        expires_at: sql`now() + interval '1 hour'`,
      })
      .execute()
    provider.account = newAccount({ email: trap.email })
    const { body } = await signIn()
    expect([body.user.id, body.user.name, body.is_set_password]).toEqual([trap.id, '山田 花子', false])
    const guess = await test.call(login, { body: { email: trap.email, password: PASSWORD } })
    expect(guess.error).toBe('AUTH_INVALID_CREDENTIALS')
    const links = await test.db.selectFrom('account_tokens').select('id').where('user_id', '=', trap.id).execute()
    expect(links).toEqual([])
  })

  it.each([true, false])('refuses a disabled account; verified: %s', async (isVerified) => {
    const user = await createUser(test.db, { isDisabled: true, isVerified })
    provider.account = newAccount({ email: user.email })
    expect((await signIn()).error).toBe('E_USER_DISABLED')
    const linked = await test.db.selectFrom('identities').select('id').where('user_id', '=', user.id).execute()
    expect([linked, await readMails(test, user)]).toEqual([[], []])
  })

  it('two concurrent first sign-ins create one account', async () => {
    const ways = [await walk(), await walk()]
    const answers = await Promise.all(ways.map((flow) => comeBack({ code: flow.code, state: flow.state }, flow.cookie)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
  })

  it('ends the session of the request', async () => {
    const other = await createUser(test.db)
    const flow = await walk()
    const headers = { cookie: `${flow.cookie}; kaiwa_session=${other.token}` }
    const body = { code: flow.code, state: flow.state }
    expect((await test.call(signInWithGoogleCode, { body }, undefined, { headers })).status).toBe(200)
    expect((await test.call(checkSession, {}, other.token)).error).toBe('E_INVALID_ACCESS_TOKEN')
  })
})

describe('a new password', () => {
  const NEW = 'Kaiwa-other2!'

  /** An account whose address was a stranger's for a while: the stranger has linked an identity. */
  async function createTakenAccount() {
    const owner = await createOwner(test.db)
    const address = `${randomUUID()}@stranger.example`
    const setAddress = (email: string) =>
      test.db.updateTable('users').set({ email }).where('id', '=', owner.id).execute()
    await setAddress(address)
    provider.account = newAccount({ email: address })
    expect((await signIn()).body.user.id).toBe(owner.id)
    await setAddress(owner.email)
    // The identity keeps its user.
    expect((await signIn()).body.user.id).toBe(owner.id)
    return owner
  }

  const ways: [string, (owner: TestOwner) => Promise<unknown>][] = [
    [
      'of the owner',
      (owner) => test.succeed(changePassword, { body: { current_password: PASSWORD, password: NEW } }, owner),
    ],
    [
      'by an operator',
      async ({ id, email }) => {
        const { first_name, last_name } = await findUser(test.db, id)
        const body = { first_name, last_name, email, password: NEW }
        await test.succeed(updateUser, { params: { userId: id }, body }, await createOperator(test.db))
      },
    ],
  ]
  it.each(ways)('%s unlinks the identities: a stranger who linked one signs in no longer', async (_by, change) => {
    const owner = await createTakenAccount()
    await change(owner)
    const { status, body } = await signIn()
    expect([status, body.user.id === owner.id]).toEqual([200, false])
  })

  it('does not keep the owner out: an identity with the address of the account is linked again', async () => {
    const owner = await createOwner(test.db)
    provider.account = newAccount({ email: owner.email })
    await signIn()
    await test.succeed(changePassword, { body: { current_password: PASSWORD, password: NEW } }, owner)
    expect((await signIn()).body.user.id).toBe(owner.id)
  })

  it('ends a sign-in that is in flight', async () => {
    const owner = await createTakenAccount()
    const row = await findUser(test.db, owner.id)
    const change = (trx: Trx) =>
      replacePassword(test.app, trx, row, { hash: 'new', exceptSessionId: null, origin: 'https://kaiwa.example' })
    const { answers, waited } = await atOnce(test.db, change, [signIn])
    expect(waited).toBe(1)
    expect(answers.map(({ body }) => body.user.id === owner.id)).toEqual([false])
  })
})

describe('the companion app', () => {
  it('AUTH-64 AUTH-65 gets a URL for the browser and signs in by the returned code', async () => {
    const flow = await walk({ is_app: '1' })
    expect(flow.back.pathname).toBe('/login/google/app')
    const { status, body } = await comeBack({ code: flow.code, attempt: flow.attempt ?? '' }, '')
    expect([status, (await test.call(checkSession, {}, body.token ?? '')).status]).toEqual([200, 200])
  })

  it('AUTH-65 refuses a code that it did not request', async () => {
    const mine = await walk({ is_app: '1' })
    const stranger = await walk({ is_app: '1' })
    const answer = await comeBack({ code: stranger.code, attempt: mine.attempt ?? '' }, '')
    expect(answer.error).toBe('AUTH_INVALID_CREDENTIALS')
  })

  it.each(['introspection', 'tokeninfo'] as const)(
    'AUTH-63 signs in by an access token of its own client, checked by %s',
    async (tokenCheck) => {
      const own = await openProvider()
      Object.assign(own, { tokenCheck, account: newAccount() })
      const app = await openTestApp({ env: own.env })
      try {
        const come = (access_token: string) => app.call(signInWithGoogleToken, { body: { access_token } })
        const { status, body } = await come(own.tokenFor('kaiwa-tests'))
        expect([status, body.user.email]).toEqual([200, own.account?.email])
        for (const token of [own.tokenFor('another-site'), 'none'])
          expect(await come(token)).toMatchObject({ status: 401, error: 'AUTH_INVALID_CREDENTIALS' })
        own.account = newAccount({ email_verified: false })
        expect((await come(own.tokenFor('kaiwa-tests'))).error).toBe('E_EMAIL_NOT_VERIFIED')
      } finally {
        await app.close()
        await own.stop()
      }
    },
  )
})
