// Common properties of all mailed links.
import * as contract from '@kaiwa/contract/accounts.ts'
import * as magic from '@kaiwa/contract/magic-links.ts'
import { requestPasswordReset, resetPassword } from '@kaiwa/contract/password-links.ts'
import * as profile from '@kaiwa/contract/profile.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { readToken } from '../../test/read-mails.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())
afterEach(() => {
  vi.useRealTimers()
})

const DAY = 86_400_000
const PASSWORD = 'Tegami-no-1!'
let count = 0

function newAddress() {
  return `reader${(count += 1)}@kaiwa.example`
}

/** How to request a link, how to open it, and its lifetime in minutes. */
const links = {
  'a verification': {
    minutes: 24 * 60,
    ask: async () => {
      const email = newAddress()
      const body = { first_name: '太郎', last_name: '鈴木', email, password: PASSWORD }
      await test.succeed(contract.register, { body })
      return readToken(test, { email })
    },
    open: (token: string) => test.call(contract.verifyAccount, { query: { token } }),
  },
  'a magic link': {
    minutes: 15,
    ask: async () => {
      const { email } = await createUser(test.db)
      await test.succeed(magic.requestMagicLogin, { body: { email, is_app: false } })
      return readToken(test, { email })
    },
    open: (token: string) => test.call(magic.verifyMagicLogin, { query: { token } }),
  },
  'a magic registration': {
    minutes: 15,
    ask: async () => {
      const email = newAddress()
      await test.succeed(magic.registerMagic, { body: { first_name: '太郎', last_name: '鈴木', email, is_app: false } })
      return readToken(test, { email })
    },
    open: (token: string) => test.call(magic.verifyMagicRegistration, { query: { token } }),
  },
  'a password link': {
    minutes: 60,
    ask: async () => {
      const { email } = await createUser(test.db)
      await test.succeed(requestPasswordReset, { body: { email } })
      return readToken(test, { email })
    },
    open: (token: string) =>
      test.call(resetPassword, {
        query: { token },
        body: { password: PASSWORD, password_confirmation: PASSWORD },
      }),
  },
  'a change of address': {
    minutes: 60,
    ask: async () => {
      const user = await createUser(test.db)
      const new_email = newAddress()
      await test.succeed(profile.requestEmailChange, { body: { new_email } }, user)
      return readToken(test, { email: new_email })
    },
    open: (token: string) => test.call(profile.verifyEmailChange, { query: { token } }),
  },
}
const dead = 'AUTH_RESET_PASSWORD_INVALID_TOKEN'

function turnBack(minutes: number) {
  return sql`update account_tokens set expires_at = expires_at - make_interval(mins => ${minutes}::integer)`.execute(
    test.db,
  )
}

describe.each(Object.entries(links))('AUTH-24 %s', (_name, { ask, open, minutes }) => {
  it('works once, also for concurrent requests', async () => {
    const token = await ask()
    const answers = await Promise.all(Array.from({ length: 4 }, () => open(token)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
    expect((await open(token)).error).toBe(dead)
  })

  it('expires by the database’s clock', async () => {
    const token = await ask()
    await turnBack(minutes)
    expect((await open(token)).error).toBe(dead)
    await turnBack(-1)
    expect((await open(token)).status).toBe(200)
  })

  it.each([
    ['a day fast', DAY],
    ['a day slow', -DAY],
  ])('lives as long on a machine whose clock is %s', async (_, off) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off })
    const token = await ask()
    expect((await open(token)).status).toBe(200)
    const late = await ask()
    await turnBack(minutes)
    expect((await open(late)).error).toBe(dead)
  })

  it('has 256 random bits, and is stored only as a hash', async () => {
    const token = await ask()
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await test.db.selectFrom('account_tokens').selectAll().execute()
    expect(rows.every(({ token_hash: hash }) => hash.length === 32)).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it('is not accepted for another purpose', async () => {
    const token = await ask()
    for (const other of Object.values(links))
      if (other.open.toString() !== open.toString() && !sharesKind(other, open)) {
        const answer = await other.open(token)
        expect([answer.status, answer.error]).toEqual([422, dead])
      }
    expect((await open(token)).status).toBe(200)
  })
})

/** All magic links have one purpose, independent of the page. */
function sharesKind(other: { open: unknown }, open: unknown): boolean {
  const kinds: unknown[] = [links['a magic link'].open, links['a magic registration'].open]
  return kinds.includes(other.open) && kinds.includes(open)
}
