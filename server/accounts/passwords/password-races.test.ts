// Requests in flight during a password change. A proof by the old password must not be accepted after the change.
import * as accounts from '@kaiwa/contract/accounts.ts'
import { resetPassword } from '@kaiwa/contract/password-links.ts'
import { changePassword, requestEmailChange, resendEmailChange } from '@kaiwa/contract/profile.ts'
import { takeSecondStep } from '@kaiwa/contract/two-factor.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Trx } from '../../platform/database/database.ts'
import { atOnce } from '../../test/at-once.ts'
import { createUser, PASSWORD, type TestUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { hashPassword } from './passwords.ts'
import { replacePassword } from './replace-password.ts'
import { findUser } from '../store/users.ts'
import { deleteEmailChange, deleteTokens, replaceToken } from '../store/account-tokens.ts'
import { hashToken, newToken } from '../tokens.ts'
import { encryptSecret } from '../two-factor/secret-encryption.ts'
import { codeAt, newSecret } from '../two-factor/time-codes.ts'
import { insertTicket } from '../store/two-factor.ts'

const NEW = 'Kaiwa-other2!'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
})
afterAll(() => test.close())

/** Changes the password from another browser. */
async function changeTo(user: TestUser) {
  const [row, hash] = [await findUser(test.db, user.id), await hashPassword(test.app.config, NEW)]
  return (trx: Trx) =>
    replacePassword(test.app, trx, row, { hash, exceptSessionId: null, origin: 'https://kaiwa.example' })
}

async function countSessions(user: TestUser): Promise<number> {
  return (await test.db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()).length
}

async function putLink(user: TestUser, purpose: 'set-password' | 'change-email', email?: string): Promise<string> {
  const token = newToken()
  await test.db
    .transaction()
    .execute(async (trx) =>
      replaceToken(trx, { userId: user.id, purpose, hash: hashToken(token), minutes: 60, ...(email ? { email } : {}) }),
    )
  return token
}

it('a login with the old password that is in flight during a password change is refused', async () => {
  const user = await createUser(test.db)
  const body = { email: user.email, password: PASSWORD }
  const { answers } = await atOnce(test.db, await changeTo(user), [() => test.call(accounts.login, { body })])
  expect(answers[0]?.error).toBe('AUTH_INVALID_CREDENTIALS')
  expect(await countSessions(user)).toBe(0)
  expect((await test.call(accounts.login, { body: { ...body, password: NEW } })).status).toBe(200)
})

it('a password change ends the session of a second step that is in flight', async () => {
  const user = await createUser(test.db)
  const [secret, ticket] = [newSecret(), newToken()]
  await test.db
    .insertInto('two_factors')
    .values({
      user_id: user.id,
      sealed_secret: encryptSecret(test.app.config, user.id, secret),
      confirmed_at: sql`now()`,
    })
    .execute()
  await test.db
    .transaction()
    .execute((trx) => insertTicket(trx, { userId: user.id, remember: false, hash: hashToken(ticket) }))
  const { rows } = await sql<{ step: number }>`
    select floor(extract(epoch from clock_timestamp()) / 30)::integer as step`.execute(test.db)
  const code = codeAt(secret, rows[0]!.step)
  const change = await changeTo(user)
  const { waited } = await atOnce<unknown>(
    test.db,
    (trx) => sql`select from two_factors where user_id = ${user.id} for update`.execute(trx),
    [
      () => test.call(takeSecondStep, { body: { code, ticket } }),
      () => test.db.transaction().execute((trx) => change(trx)),
    ],
  )
  expect(waited).toBe(2)
  expect(await countSessions(user)).toBe(0)
})

it('a request to change the address that is in flight during a password change creates no link', async () => {
  const user = await createUser(test.db)
  const body = { new_email: `other-${user.email}`, current_password: PASSWORD }
  const { answers } = await atOnce(test.db, await changeTo(user), [() => test.call(requestEmailChange, { body }, user)])
  expect(answers[0]?.error).toBe('E_INVALID_ACCESS_TOKEN')
  expect(await test.db.selectFrom('account_tokens').select('id').where('user_id', '=', user.id).execute()).toEqual([])
})

it('a link to a new address that is deleted during a resend stays deleted', async () => {
  const user = await createUser(test.db)
  await putLink(user, 'change-email', `other-${user.email}`)
  const remove = async (trx: Trx) => {
    await sql`select from users where id = ${user.id} for no key update`.execute(trx)
    await deleteEmailChange(trx, user.id)
  }
  const { answers } = await atOnce(test.db, remove, [() => test.call(resendEmailChange, {}, user)])
  expect(answers[0]?.error).toBe('E_NOT_FOUND')
  expect(await test.db.selectFrom('account_tokens').select('id').where('user_id', '=', user.id).execute()).toEqual([])
})

it('a second password change that checked the old password is refused', async () => {
  const user = await createUser(test.db)
  const body = { current_password: PASSWORD, new_password: 'Kaiwa-third3!' }
  const { answers } = await atOnce(test.db, await changeTo(user), [() => test.call(changePassword, { body }, user)])
  expect(answers[0]?.error).toBe('E_INVALID_ACCESS_TOKEN')
  expect(
    (await test.call(accounts.login, { body: { email: user.email, password: NEW, remember: false } })).status,
  ).toBe(200)
})

it('a mailed link and a password change at the same moment do not deadlock', async () => {
  const user = await createUser(test.db)
  const query = { token: await putLink(user, 'set-password') }
  const body = { password: NEW, password_confirmation: NEW }
  let holder: Trx | undefined
  const { answers } = await atOnce<unknown>(
    test.db,
    async (trx) => {
      holder = trx
      await sql`select from users where id = ${user.id} for no key update`.execute(trx)
    },
    [
      () => test.call(resetPassword, { query, body }),
      // Deadlocks if the link locks its token before the user.
      () => deleteTokens(holder!, user.id),
    ],
  )
  expect(answers[0]).toMatchObject({ error: 'AUTH_RESET_PASSWORD_INVALID_TOKEN' })
})
