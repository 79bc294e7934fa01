// Processes that are killed between HubSpot's answer and their commit.
import { getCrmConnection } from '@kaiwa/contract/crm.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { agree, connectPortal } from '../../test/factories/crm.ts'
import { createOwner, type TestOwner } from '../../test/factories/users.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { type ApiProcess, startApiProcess } from '../../test/program-process.ts'
import { withPortal } from './with-portal.ts'

let hubspot: HubspotServer
let test: TestApp
let child: ApiProcess
let owner: TestOwner
beforeAll(async () => {
  hubspot = await startHubspot()
  test = await openTestApp({ env: hubspot.env })
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})
beforeEach(async () => {
  owner = await createOwner(test.db)
  child = await startApiProcess({
    ...hubspot.env,
    DATABASE_URL: test.databaseUrl,
    KAIWA_DATA: test.dataFolder,
    KAIWA_SECRET: test.app.config.secret,
  })
  hubspot.fault({ kind: 'cut-after' }, { call: /token$/ })
  hubspot.onLoss = () => child.kill()
})

/** A call to the process, which ends during it. */
async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<string> {
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' }
  return fetch(`${child.url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }).then(
    ({ status }) => `answered ${status}`,
    () => 'died',
  )
}

it('a refresh: the tokens stay valid, and another process refreshes after the time of the dead one', async () => {
  hubspot.clearFaults()
  await connectPortal(test, owner)
  hubspot.fault({ kind: 'cut-after' }, { call: /token$/ })
  await sql`update crm_connections set access_expires_at = now()`.execute(test.db)
  expect(await call('GET', '/hubspot/master?force=1')).toBe('died')
  const { refreshing_until: until } = await test.db
    .selectFrom('crm_connections')
    .select('refreshing_until')
    .where('workspace_id', '=', owner.workspaceId)
    .executeTakeFirstOrThrow()
  expect(until).not.toBeNull()
  const reading = withPortal(test.app, owner.workspaceId, ({ api }) => api.readAccount())
  await sql`update crm_connections set refreshing_until = now()`.execute(test.db)
  expect((await reading).portalId).toBe(hubspot.portal.id)
})

it('a connect: nothing is stored, the code is used up, and the owner connects again', async () => {
  const agreement = await agree(test, owner)
  expect(await call('POST', '/hubspot/connect', agreement)).toBe('died')
  expect(await test.succeed(getCrmConnection, {}, owner)).toMatchObject({ status: 'disconnected', portal: null })
  await connectPortal(test, owner)
  expect((await test.succeed(getCrmConnection, {}, owner)).status).toBe('connected')
})
