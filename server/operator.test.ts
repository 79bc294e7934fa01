// `npm run operator` as a separate process, on a real database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOwner, createUser } from './test/factories/users.ts'
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
