// `npm run operator` as a separate process, on a real database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkSession, login } from '@kaiwa/contract/accounts.ts'
import { resetPassword } from '@kaiwa/contract/password-links.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOwner, createUser, PASSWORD } from './test/factories/users.ts'
import { openTestApp, type TestApp } from './test/open-test-app.ts'
import { runCommand } from './test/run-command.ts'

let test: TestApp
let folder: string
beforeAll(async () => {
  test = await openTestApp()
  folder = await mkdtemp(join(tmpdir(), 'kaiwa-operator-'))
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

function operator(...words: string[]) {
  return runCommand('operator.ts', words, {
    DATABASE_URL: test.databaseUrl,
    KAIWA_DATA: folder,
    KAIWA_LOG_LEVEL: 'silent',
  })
}

function userAt(email: string) {
  return test.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

it('makes an existing user an operator, lists and removes operators, and logs it', async () => {
  const { id, email } = await createOwner(test.db)
  expect(await operator('list')).toEqual({ code: 0, output: 'There is no operator.\n' })
  expect(await operator('add', email.toUpperCase())).toEqual({ code: 0, output: `${email} is an operator.\n` })
  expect((await operator('add', email)).output).toBe(`${email} was an operator already.\n`)
  expect((await operator('list')).output).toBe(`${email}  no two-factor\n`)
  expect(await userAt(email)).toMatchObject({ is_operator: true })
  expect((await operator('remove', email)).output).toBe(`${email} is no longer an operator.\n`)
  expect((await operator('remove', email)).output).toBe(`No operator has the address ${email}.\n`)
  expect(await userAt(email)).toMatchObject({ is_operator: false })
  const log = await test.db
    .selectFrom('operator_actions')
    .selectAll()
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(log.map(({ action, operator_id: by }) => [action, by])).toEqual([
    ['operator.add', null],
    ['operator.remove', null],
  ])
})

it('creates an account for a new address, with a link to its first password', async () => {
  const { code, output } = await operator('add', 'new.operator@kaiwa.example')
  expect(code).toBe(0)
  expect(output).toMatch(/http:\/\/localhost:\d+\/reset-password\/change\?token=\S+&is_set_password=1/)
  expect(await userAt('new.operator@kaiwa.example')).toMatchObject({ is_operator: true, password_hash: null })
})

it('gives an account back to its owner, also after somebody else has set up two-factor', async () => {
  const user = await createUser(test.db, { password: PASSWORD })
  const signIn = (password: string) => test.call(login, { body: { email: user.email, password } })
  await test.db
    .insertInto('two_factors')
    .values({ user_id: user.id, sealed_secret: Buffer.alloc(48), confirmed_at: new Date() })
    .execute()
  await test.db.insertInto('recovery_codes').values({ user_id: user.id, code_hash: 'hash' }).execute()
  await test.db
    .insertInto('identities')
    .values({ user_id: user.id, issuer: 'https://x.example', subject: 's' })
    .execute()
  expect((await signIn(PASSWORD)).error).toBe('AUTH_SECOND_STEP_REQUIRED')

  expect(await operator('reset-login', user.email.toUpperCase())).toEqual({
    code: 0,
    output: `The login of ${user.email} was reset. A link to a new password was mailed.\n`,
  })
  expect((await signIn(PASSWORD)).error).toBe('AUTH_INVALID_CREDENTIALS')
  expect((await test.call(checkSession, {}, user)).error).toBe('E_INVALID_ACCESS_TOKEN')
  for (const table of ['two_factors', 'recovery_codes', 'identities', 'sign_in_tickets'] as const)
    expect(await test.db.selectFrom(table).selectAll().where('user_id', '=', user.id).execute()).toEqual([])

  await test.settle()
  const { text_body: text } = await test.db
    .selectFrom('mails')
    .select('text_body')
    .where('to_address', '=', user.email)
    .executeTakeFirstOrThrow()
  expect(text).toContain('2段階認証、外部アカウントとの連携は解除され')
  const link = new URL(/http\S+/.exec(text)?.[0] ?? '')
  const token = link.searchParams.get('token') ?? ''
  const password = 'Another-long-secret-7!'
  const reset = { query: { token, email: user.email }, body: { password, password_confirmation: password } }
  expect((await test.call(resetPassword, reset)).status).toBe(200)
  expect((await signIn(password)).body).toMatchObject({ token: expect.any(String) as string })

  const [row] = await test.db
    .selectFrom('operator_actions')
    .selectAll()
    .where('subject_id', '=', user.id)
    .where('action', '=', 'user.reset-login')
    .execute()
  expect(row).toMatchObject({
    operator_id: null,
    before: { two_factor: true },
    after: { two_factor: false, password: 'changed' },
  })
})

it('resets the login of a disabled account without a mail, and says when there is no account', async () => {
  const { email } = await createUser(test.db, { isDisabled: true, password: PASSWORD })
  expect((await operator('reset-login', email)).output).toContain('The account is disabled, so no mail was sent')
  expect(await userAt(email)).toMatchObject({ is_disabled: true, password_hash: null })
  await test.settle()
  expect(await test.db.selectFrom('mails').selectAll().where('to_address', '=', email).execute()).toEqual([])
  expect((await operator('reset-login', 'nobody@kaiwa.example')).output).toBe(
    'No account has the address nobody@kaiwa.example.\n',
  )
})

it('refuses a disabled account', async () => {
  const { email } = await createUser(test.db, { isDisabled: true })
  expect((await operator('add', email)).output).toBe(
    `The account of ${email} is disabled, so nothing was changed. Enable it in the console first.\n`,
  )
  expect(await userAt(email)).toMatchObject({ is_operator: false })
})

it.each([[['add']], [['add', 'no address']], [['make', 'a@kaiwa.example']]])('refuses %j', async (words) => {
  const { code, output } = await operator(...words)
  expect([code, output.startsWith('npm run operator -- add <address>')]).toEqual([1, true])
})
