import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unsubscribe } from '../../billing/store/subscriptions.ts'
import { closeWorkspace } from '../../membership/store/workspaces.ts'
import { atOnce } from '../../test/at-once.ts'
import { createOwner, createUser } from '../../test/factories/users.ts'
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

it.each([
  ['used', 5, 0],
  ['not used', 0, 1],
])(
  'a person who left the workspace of others, and whose former trial was %s: %i minutes used, %i trial in the new workspace',
  async (_, minutes, trials) => {
    const { app, db } = test
    const { id, workspaceId } = await createOwner(db, { plan: 'trial' })
    if (minutes > 0)
      await db
        .insertInto('usage_ledger')
        .values({ workspace_id: workspaceId, kind: 'minute', amount: minutes, cause: `trial of ${id}` })
        .execute()
    // As joining the workspace of others leaves it.
    await db.transaction().execute(async (trx) => {
      await closeWorkspace(trx, workspaceId)
      await unsubscribe(trx, workspaceId)
    })
    const server = { ...app, config: { ...app.config, signupPlan: 'trial' as const } }
    await db.transaction().execute((trx) => ensureWorkspace(server, trx, { id }))
    const { rows } = await sql<{ trials: number }>`
    select count(s.trial_ends_at)::integer as trials from workspaces w left join subscriptions s on s.workspace_id = w.id
    where w.owner_id = ${id} and w.status = 'active' having count(w.id) = 1`.execute(db)
    expect(rows).toEqual([{ trials }])
  },
)
