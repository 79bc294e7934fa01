import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockWorkspace } from '../billing/store/usage.ts'
import { atOnce } from '../test/at-once.ts'
import { createOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { connectTrialPortal } from './connect-trial-portal.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
})
afterAll(() => test.close())

it('of three simultaneous connects one is stored, and the tokens of the others are ended', async () => {
  const { id: userId, workspaceId } = await createOwner(test.db)
  const { answers, waited } = await atOnce(
    test.db,
    (trx) => lockWorkspace(trx, workspaceId),
    Array.from({ length: 3 }, () => () => connectTrialPortal(test.app, { workspaceId, userId })),
  )
  expect([waited, answers]).toEqual([3, ['48201577', '48201577', '48201577']])
  const valid = await test.db.selectFrom('trial_crm_objects').select('id').where('type', '=', 'refresh').execute()
  expect(valid).toHaveLength(1)
})
