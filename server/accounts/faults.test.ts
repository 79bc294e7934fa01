// Accounts while a service fails or is attacked.
import { connect } from 'node:net'
import * as contract from '@kaiwa/contract/accounts.ts'
import * as magic from '@kaiwa/contract/magic-links.ts'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PASSWORD_MEMORY } from '../platform/config-variables.ts'
import { createUser, PASSWORD } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { hashPassword } from './passwords/passwords.ts'

let test: TestApp
afterEach(async () => {
  vi.useRealTimers()
  await test.close()
})

function login(email: string, password: string, remoteAddress: string, cookie?: string) {
  return test.call(contract.login, { body: { email, password } }, undefined, {
    remoteAddress,
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  })
}

/** The cookie of a known browser. */
function deviceOf(headers: Record<string, unknown>) {
  return (
    [headers['set-cookie']]
      .flat()
      .map(String)
      .find((cookie) => cookie.startsWith('kaiwa_device='))
      ?.split(';')[0] ?? ''
  )
}

async function openSmtp(port: number, received: string[]) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      stream.resume()
      stream.on('end', () => {
        received.push(...envelope.rcptTo.map(({ address }) => address))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  return { port: (server.server.address() as AddressInfo).port, close }
}

describe('while the mail server is down', () => {
  it('a link can be requested, and is delivered when the server is back', async () => {
    const received: string[] = []
    const first = await openSmtp(0, received)
    await first.close()
    await expect(
      new Promise((resolve, reject) => connect(first.port, '127.0.0.1').once('connect', resolve).once('error', reject)),
    ).rejects.toThrow('ECONNREFUSED')
    test = await openTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${first.port}` } })
    const { email } = await createUser(test.db)
    const answer = await test.call(magic.requestMagicLogin, { body: { email, is_app: false } })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    await test.settle({ failures: 'expected' })
    expect(await test.db.selectFrom('waiting_mails').select('to_address').execute()).toEqual([{ to_address: email }])
    const again = await openSmtp(first.port, received)
    await test.settle({ now: true })
    expect(received).toEqual([email])
    expect(await test.db.selectFrom('waiting_mails').select('id').execute()).toEqual([])
    await again.close()
  })

  it('a registration is stored, and its link is delivered with the next mail', async () => {
    test = await openTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    const email = 'new@kaiwa.example'
    const body = { first_name: '太郎', last_name: '鈴木', email, password: 'Tegami-no-1!' }
    expect((await test.call(contract.register, { body })).status).toBe(201)
    await test.settle({ failures: 'expected' })
    expect((await login(email, body.password, '192.0.2.1')).error).toBe('E_EMAIL_NOT_VERIFIED')
    expect(await test.db.selectFrom('waiting_mails').select('to_address').execute()).toEqual([{ to_address: email }])
  })
})

// The full load of 10,000 guesses is `npm run bench -- l1`.
describe('while passwords of one account are guessed from many addresses', () => {
  const GUESSES = 150

  it('the owner signs in with a known and with a new browser, and other users sign in', async () => {
    // Hashing costs as much as in an installation, so that guesses fill the queue.
    test = await openTestApp({ env: { KAIWA_PASSWORD_MEMORY: String(PASSWORD_MEMORY) } })
    const victim = await createUser(test.db)
    const other = await createUser(test.db)
    const password_hash = await hashPassword(test.app.config, PASSWORD)
    await test.db.updateTable('users').set({ password_hash }).execute()
    const device = deviceOf((await login(victim.email, PASSWORD, '192.0.2.10')).headers)
    const order: string[] = []
    const statusOf = (name: string, answer: Promise<{ status: number }>) =>
      answer.then(({ status }) => order.push(`${name} ${status}`))
    const guesses = Array.from({ length: GUESSES }, (_, n) =>
      statusOf('guess', login(victim.email, `Wrong-${n}!`, `198.51.${100 + (n >> 8)}.${n & 255}`)),
    )
    await Promise.all([
      ...guesses,
      statusOf('owner', login(victim.email, PASSWORD, '192.0.2.10', device)),
      statusOf('other', login(other.email, PASSWORD, '192.0.2.11')),
    ])
    const wrong = order.filter((entry) => entry === 'guess 401' || entry === 'guess 429')
    expect(wrong).toHaveLength(GUESSES)
    // Both were sent last and answered long before the end.
    expect(order).toContain('owner 200')
    expect(order).toContain('other 200')
    expect(order.slice(order.indexOf('owner 200')).filter((entry) => entry === 'guess 401').length).toBeGreaterThan(5)
    expect((await login(victim.email, PASSWORD, '203.0.113.77')).status).toBe(200)
  })

  it('guesses from the owner’s network do not lock the owner’s known browser', async () => {
    test = await openTestApp()
    const victim = await createUser(test.db)
    const device = deviceOf((await login(victim.email, PASSWORD, '192.0.2.10')).headers)
    for (let n = 0; n < 21; n += 1) await login(victim.email, 'Wrong-one1!', '192.0.2.10')
    expect((await login(victim.email, PASSWORD, '192.0.2.10')).status).toBe(429)
    expect((await login(victim.email, PASSWORD, '192.0.2.10', device)).status).toBe(200)
  })

  it('a known browser counts only for its own account, has the same limit, and cannot be forged', async () => {
    test = await openTestApp()
    const owner = await createUser(test.db)
    const victim = await createUser(test.db)
    const device = deviceOf((await login(owner.email, PASSWORD, '192.0.2.10')).headers)
    for (let n = 0; n < 20; n += 1) await login(victim.email, 'Wrong-one1!', '192.0.2.12')
    for (const cookie of [device, 'kaiwa_device=a.b', 'kaiwa_device='])
      expect((await login(victim.email, PASSWORD, '192.0.2.12', cookie)).status).toBe(429)
    for (let n = 0; n < 20; n += 1) await login(owner.email, 'Wrong-one1!', `192.0.2.${n}`, device)
    expect((await login(owner.email, PASSWORD, '192.0.2.99', device)).status).toBe(429)
  })
})

describe('on a machine with a wrong clock', () => {
  it.each([
    ['a day fast', 86_400_000],
    ['a day slow', -86_400_000],
  ])('by %s, sessions, limits and their windows go by the database', async (_, off) => {
    test = await openTestApp()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
    const user = await createUser(test.db)
    const { body } = await login(user.email, PASSWORD, '192.0.2.20')
    expect((await test.call(contract.checkSession, {}, body.token ?? '')).status).toBe(200)
    for (let n = 0; n < 20; n += 1) await login(user.email, 'Wrong-one1!', '192.0.2.21')
    const { pruneRateLimits } = await import('../platform/store/rate-limits.ts')
    await pruneRateLimits(test.db)
    const refused = await login(user.email, PASSWORD, '192.0.2.21')
    expect([refused.status, Number(refused.headers['retry-after']) <= 900]).toEqual([429, true])
  })
})
