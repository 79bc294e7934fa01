import { checkSession, login } from '@kaiwa/contract/accounts.ts'
import * as magic from '@kaiwa/contract/magic-links.ts'
import { changePassword, listSessions } from '@kaiwa/contract/profile.ts'
import * as contract from '@kaiwa/contract/two-factor.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser, PASSWORD, type TestUser, type UserOptions } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { readMails } from '../../test/read-mails.ts'
import { codeAt } from './time-codes.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

let caller = 0

function somewhere() {
  return `198.51.100.${(caller += 1)}`
}

async function stepNow(): Promise<number> {
  const { rows } = await sql<{
    step: number
  }>`select floor(extract(epoch from clock_timestamp()) / 30)::integer as step`.execute(test.db)
  return rows[0]?.step ?? 0
}

/** The code of an authenticator app by the database's clock, `off` steps later. */
async function codeNow(secret: string, off = 0): Promise<string> {
  return codeAt(bytesOf(secret), (await stepNow()) + off)
}

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Allows the current step again, as if no code had been used. */
function forgetStep(userId: number) {
  return test.db.updateTable('two_factors').set({ last_step: null }).where('user_id', '=', userId).execute()
}

type Protected = TestUser & { secret: string; codes: string[] }

async function turnOn(options: UserOptions = {}): Promise<Protected> {
  const user = await createUser(test.db, options)
  const { secret } = await test.succeed(contract.startTwoFactor, { body: {} }, user)
  const code = await codeNow(secret)
  const { recovery_codes: codes, token } = await test.succeed(contract.confirmTwoFactor, { body: { code } }, user)
  await forgetStep(user.id)
  return { ...user, token: token ?? '', secret, codes }
}

function first(user: TestUser, { from = somewhere(), remember = false } = {}) {
  return test.call(login, { body: { email: user.email, password: PASSWORD, remember } }, undefined, {
    remoteAddress: from,
  })
}

async function ticketFor(user: TestUser): Promise<string> {
  const answer = await first(user)
  return (answer.body as unknown as { ticket: string }).ticket
}

function second(code: string, ticket: string, from = somewhere()) {
  return test.call(contract.takeSecondStep, { body: { code, ticket } }, undefined, { remoteAddress: from })
}

async function subjectsTo(email: string) {
  return (await readMails(test, { email })).map(({ subject }) => subject)
}

describe('turning two-factor on', () => {
  it('offers a secret, accepts a code of it, and returns ten recovery codes', async () => {
    const user = await createUser(test.db, { locale: 'en' })
    const { secret, url } = await test.succeed(contract.startTwoFactor, { body: {} }, user)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(url).toContain(`secret=${secret}`)
    expect((await test.succeed(contract.getTwoFactor, {}, user)).is_on).toBe(false)
    expect((await first(user)).status).toBe(200)
    const { body } = await test.call(contract.confirmTwoFactor, { body: { code: await codeNow(secret) } }, user)
    expect(new Set(body.recovery_codes).size).toBe(10)
    for (const code of body.recovery_codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    const state = await test.succeed(contract.getTwoFactor, {}, body.token ?? '')
    expect(state).toMatchObject({ is_on: true, recovery_codes_left: 10 })
    expect(Date.now() - Date.parse(state.since ?? '')).toBeLessThan(600_000)
    expect(await subjectsTo(user.email)).toEqual(['Kaiwa: two-factor authentication was turned on'])
  })

  it('ends the other sessions, which were created without the second step, and replaces the token of this one', async () => {
    const user = await createUser(test.db)
    const other = (await first(user)).body.token ?? ''
    const { secret } = await test.succeed(contract.startTwoFactor, { body: {} }, user)
    const { token } = await test.succeed(contract.confirmTwoFactor, { body: { code: await codeNow(secret) } }, user)
    for (const old of [other, user.token])
      expect((await test.call(checkSession, {}, old)).error).toBe('E_INVALID_ACCESS_TOKEN')
    expect((await test.succeed(listSessions, {}, token ?? '')).data).toHaveLength(1)
  })

  it('requires the password, because the browser may have been left open', async () => {
    const user = await createUser(test.db)
    await sql`update sessions set created_at = now() - interval '1 hour' where user_id = ${user.id}`.execute(test.db)
    expect((await test.call(contract.startTwoFactor, { body: {} }, user)).errors).toEqual({
      current_password: ['required'],
    })
    const wrong = await test.call(contract.startTwoFactor, { body: { current_password: 'Wrong-one1!' } }, user)
    expect(wrong.errors).toEqual({ current_password: ['incorrect'] })
    expect((await test.call(contract.startTwoFactor, { body: { current_password: PASSWORD } }, user)).status).toBe(200)
  })

  it('a wrong code, an expired offer and a second confirmation are refused', async () => {
    const user = await createUser(test.db)
    const confirm = async (code: string) => test.call(contract.confirmTwoFactor, { body: { code } }, user)
    expect((await confirm('123456')).error).toBe('E_CONFLICT')
    const { secret } = await test.succeed(contract.startTwoFactor, { body: {} }, user)
    expect((await confirm(await codeNow(secret, 5))).errors).toEqual({ code: ['incorrect'] })
    expect((await confirm('no code')).errors).toEqual({ code: ['format'] })
    await sql`update two_factors set created_at = now() - interval '31 minutes'`.execute(test.db)
    expect((await confirm(await codeNow(secret))).error).toBe('E_CONFLICT')
    expect((await test.succeed(contract.getTwoFactor, {}, user)).is_on).toBe(false)
  })

  it('another offer does not replace a confirmed secret', async () => {
    const user = await turnOn()
    expect((await test.call(contract.startTwoFactor, { body: {} }, user)).error).toBe('E_CONFLICT')
    expect((await second(await codeNow(user.secret), await ticketFor(user))).status).toBe(200)
  })

  it('the database contains neither secret nor recovery codes in plain text', async () => {
    const user = await turnOn()
    const secrets = await test.db.selectFrom('two_factors').selectAll().where('user_id', '=', user.id).execute()
    expect(secrets[0]?.sealed_secret.includes(bytesOf(user.secret))).toBe(false)
    const codes = await test.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id).execute()
    expect(codes.every(({ code_hash }) => code_hash.startsWith('$argon2id$'))).toBe(true)
    expect(JSON.stringify(codes)).not.toContain(user.codes[0]?.replace('-', ''))
  })
})

describe('the second step', () => {
  it('is required before a session; a correct code creates it with the chosen remember', async () => {
    const user = await turnOn()
    const asked = await first(user, { remember: true })
    expect([asked.status, asked.error, Object.keys(asked.body).toSorted()]).toEqual([
      401,
      'AUTH_SECOND_STEP_REQUIRED',
      ['error', 'ticket'],
    ])
    const cookies = String(asked.headers['set-cookie'])
    expect(cookies).toMatch(/^kaiwa_ticket=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/)
    expect(cookies).not.toContain('kaiwa_session')
    const cookie = /kaiwa_ticket=[^;]+/.exec(cookies)?.[0] ?? ''
    const body = { code: await codeNow(user.secret) }
    const answer = await test.call(contract.takeSecondStep, { body }, undefined, { headers: { cookie } })
    expect([answer.status, answer.body.user.id]).toEqual([200, user.id])
    expect(String(answer.headers['set-cookie'])).toMatch(/kaiwa_session=[\w-]{43}; Max-Age=7776000/)
    expect(String(answer.headers['set-cookie'])).toMatch(/kaiwa_ticket=;/)
  })

  it('is required after a magic link too, which is consumed', async () => {
    const user = await turnOn()
    await test.call(magic.requestMagicLogin, { body: { email: user.email } }, undefined, { remoteAddress: somewhere() })
    await test.settle()
    const mail = await test.db
      .selectFrom('mails')
      .select('text_body')
      .where('to_address', '=', user.email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const token = new URL(/http\S+/.exec(mail.text_body)?.[0] ?? '').searchParams.get('token') ?? ''
    const asked = await test.call(magic.verifyMagicLogin, { query: { token } })
    expect(asked.error).toBe('AUTH_SECOND_STEP_REQUIRED')
    const { ticket } = asked.body as unknown as { ticket: string }
    expect((await second(await codeNow(user.secret), ticket)).status).toBe(200)
    const again = await test.call(magic.verifyMagicLogin, { query: { token } })
    expect(again.error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
  })

  it('a code may be one step off by the database’s clock, but not two', async () => {
    const user = await turnOn()
    const statusOf = async (off: number): Promise<number> => {
      await forgetStep(user.id)
      const ticket = await ticketFor(user)
      const begun = await stepNow()
      const { status } = await second(await codeNow(user.secret, off), ticket)
      // Repeats if a step ended in between.
      return begun === (await stepNow()) ? status : statusOf(off)
    }
    for (const [off, status] of [
      [-2, 422],
      [-1, 200],
      [0, 200],
      [1, 200],
      [2, 422],
    ] as const)
      expect([off, await statusOf(off)]).toEqual([off, status])
  })

  it('a code works once within its step, and no older code works after it', async () => {
    const user = await turnOn()
    const code = await codeNow(user.secret)
    const before = await codeNow(user.secret, -1)
    const tickets = [await ticketFor(user), await ticketFor(user), await ticketFor(user)]
    const answers = await Promise.all(tickets.map((ticket) => second(code, ticket)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    for (const used of [code, before])
      expect((await second(used, await ticketFor(user))).errors).toEqual({ code: ['incorrect'] })
  })

  it('a code is accepted in full-width characters and with a space', async () => {
    const user = await turnOn()
    const code = await codeNow(user.secret)
    const wide = [...code].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
    expect((await second(`${wide.slice(0, 3)}　${wide.slice(3)}`, await ticketFor(user))).status).toBe(200)
  })

  it('a ticket is valid for ten minutes by the database’s clock and for one session, and is stored as a hash', async () => {
    const user = await turnOn()
    const ticket = await ticketFor(user)
    expect(JSON.stringify(await test.db.selectFrom('sign_in_tickets').selectAll().execute())).not.toContain(ticket)
    const move = (interval: string) =>
      sql`update sign_in_tickets set expires_at = expires_at - ${interval}::interval`.execute(test.db)
    await move('10 minutes')
    expect((await second(await codeNow(user.secret), ticket)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    await move('-5 minutes')
    expect((await second('000000', ticket)).status).toBe(422)
    expect((await second(await codeNow(user.secret), ticket)).status).toBe(200)
    await forgetStep(user.id)
    expect((await second(await codeNow(user.secret), ticket)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
  })

  it('a ticket without a code and a forged ticket are refused', async () => {
    const user = await turnOn()
    const ticket = await ticketFor(user)
    expect((await test.call(checkSession, {}, ticket)).error).toBe('E_INVALID_ACCESS_TOKEN')
    expect((await second(await codeNow(user.secret), 'x')).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
  })

  it('a code of another user is refused', async () => {
    const [one, two] = [await turnOn(), await turnOn()]
    expect((await second(await codeNow(two.secret), await ticketFor(one))).status).toBe(422)
    expect((await second(two.codes[0] ?? '', await ticketFor(one))).status).toBe(422)
  })

  it('a new password and a disabled account invalidate open tickets', async () => {
    const user = await turnOn()
    const ticket = await ticketFor(user)
    const body = { current_password: PASSWORD, new_password: 'Kaiwa-other2!' }
    expect((await test.call(changePassword, { body }, user)).status).toBe(200)
    expect((await second(await codeNow(user.secret), ticket)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    const other = await turnOn()
    const stale = await ticketFor(other)
    await test.db.updateTable('users').set({ is_disabled: true }).where('id', '=', other.id).execute()
    expect((await second(await codeNow(other.secret), stale)).error).toBe('E_USER_DISABLED')
  })
})

describe('guesses', () => {
  it('lock only the attacker, for a while', async () => {
    const user = await turnOn()
    const [guesser, ticket] = [somewhere(), await ticketFor(user)]
    const answers = []
    for (let guess = 0; guess < 12; guess += 1) answers.push((await second('000000', ticket, guesser)).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429])
    const code = await codeNow(user.secret)
    expect((await second(code, ticket, guesser)).status).toBe(429)
    expect((await second(code, ticket)).status).toBe(200)
    const other = await turnOn()
    expect((await second(await codeNow(other.secret), await ticketFor(other), guesser)).status).toBe(200)
  })

  it('from many networks are locked after a hundred a day; known browsers and recovery codes are not, and the owner is notified', async () => {
    const user = await turnOn({ locale: 'en' })
    const inBrowser = await second(await codeNow(user.secret), await ticketFor(user))
    const cookie = /kaiwa_device=[^;]+/.exec(String(inBrowser.headers['set-cookie']))?.[0] ?? ''
    await forgetStep(user.id)
    const ticket = await ticketFor(user)
    const answers = await Promise.all(
      Array.from({ length: 104 }, (_, at) => second('000000', ticket, `203.0.113.${at}`)),
    )
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(100)
    const code = await codeNow(user.secret)
    expect((await second(code, ticket, '203.0.113.200')).status).toBe(429)
    expect((await subjectsTo(user.email)).slice(1)).toEqual([
      'Kaiwa: wrong two-factor authentication codes are being entered',
    ])
    expect((await second(user.codes[0] ?? '', ticket, '203.0.113.201')).status).toBe(200)
    const body = { code, ticket: await ticketFor(user) }
    const owner = await test.call(contract.takeSecondStep, { body }, undefined, { headers: { cookie } })
    expect(owner.status).toBe(200)
  })
})

describe('recovery codes', () => {
  it('work once each, in any notation; the owner is notified of the number left', async () => {
    const user = await turnOn({ locale: 'ja' })
    const typed = (user.codes[3] ?? '').toLowerCase().replace('-', ' ')
    const tickets = [await ticketFor(user), await ticketFor(user)]
    const answers = await Promise.all(tickets.map((ticket) => second(typed, ticket)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await second(typed, await ticketFor(user))).status).toBe(422)
    expect((await subjectsTo(user.email)).at(-1)).toBe('【Kaiwa】リカバリーコードが使用されました')
    const mail = await test.db.selectFrom('mails').select('text_body').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(mail.text_body).toContain('残りは9個です')
    expect((await test.succeed(contract.getTwoFactor, {}, user)).recovery_codes_left).toBe(9)
  })

  it('are replaced after both steps; the old ones become invalid', async () => {
    const user = await turnOn({ locale: 'en' })
    const wrong = await test.call(contract.renewRecoveryCodes, { body: { code: '000000' } }, user)
    expect(wrong.errors).toEqual({ code: ['incorrect'] })
    const body = { code: await codeNow(user.secret) }
    const { recovery_codes: fresh } = await test.succeed(contract.renewRecoveryCodes, { body }, user)
    expect(fresh).toHaveLength(10)
    expect((await second(user.codes[0] ?? '', await ticketFor(user))).status).toBe(422)
    expect((await second(fresh[0] ?? '', await ticketFor(user))).status).toBe(200)
    expect((await subjectsTo(user.email))[1]).toBe('Kaiwa: you have new recovery codes')
  })
})

describe('turning two-factor off', () => {
  it('requires both steps, and the next sign-in requires only one', async () => {
    const user = await turnOn({ locale: 'en' })
    const end = async (body: { code: string; current_password?: string }) =>
      test.call(contract.endTwoFactor, { body }, user)
    await sql`update sessions set created_at = now() - interval '1 hour' where user_id = ${user.id}`.execute(test.db)
    expect((await end({ code: await codeNow(user.secret) })).errors).toEqual({ current_password: ['required'] })
    const wrong = await end({ code: '000000', current_password: PASSWORD })
    expect(wrong.errors).toEqual({ code: ['incorrect'] })
    const ticket = await ticketFor(user)
    const { status, body } = await end({ code: await codeNow(user.secret), current_password: PASSWORD })
    expect(status).toBe(200)
    expect((await test.call(checkSession, {}, user.token)).error).toBe('E_INVALID_ACCESS_TOKEN')
    expect((await test.succeed(contract.getTwoFactor, {}, body.token ?? '')).is_on).toBe(false)
    expect((await second(user.codes[0] ?? '', ticket)).error).toBe('AUTH_RESET_PASSWORD_INVALID_TOKEN')
    expect((await first(user)).status).toBe(200)
    expect((await subjectsTo(user.email)).at(-1)).toBe('Kaiwa: two-factor authentication was turned off')
    expect((await test.call(contract.endTwoFactor, { body: { code: '123456' } }, body.token ?? '')).error).toBe(
      'E_CONFLICT',
    )
  })

  it('accepts a recovery code instead of a code of the app', async () => {
    const user = await turnOn()
    expect((await test.call(contract.endTwoFactor, { body: { code: user.codes[9] ?? '' } }, user)).status).toBe(200)
  })
})
