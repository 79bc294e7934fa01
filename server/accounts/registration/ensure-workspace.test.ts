import { afterAll, beforeAll, expect, it } from 'vitest'
import { atOnce } from '../../test/at-once.ts'
import { createUser } from '../../test/factories/users.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { ensureWorkspace } from './ensure-workspace.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
})
afterAll(() => test.close())

it('two concurrent first sign-ins create one workspace, and neither fails', async () => {
  const user = await createUser(test.db)
  const signIn = () => test.db.transaction().execute((trx) => ensureWorkspace(test.app, trx, { id: user.id }))
  const lock = (trx: Parameters<Parameters<typeof atOnce>[1]>[0]) =>
    trx.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute()
  const { waited } = await atOnce(test.db, lock, [signIn, signIn])
  expect(waited).toBe(2)
  const owned = await test.db.selectFrom('workspaces').select('id').where('owner_id', '=', user.id).execute()
  expect(owned).toHaveLength(1)
})
