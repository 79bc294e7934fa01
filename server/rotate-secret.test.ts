// `npm run rotate-secret` as a separate process, next to a running program.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decryptSecret, encryptSecret } from './accounts/two-factor/secret-encryption.ts'
import { withPortal } from './crm/connection/with-portal.ts'
import { connectPortal } from './test/factories/crm.ts'
import { createOwner, type TestOwner } from './test/factories/users.ts'
import { type HubspotServer, startHubspot } from './test/hubspot.ts'
import { openTestApp, type TestApp } from './test/open-test-app.ts'
import { runCommand, startCommand } from './test/run-command.ts'

const NEW_SECRET = 'the next secret of the tests, long enough'
const TOTP = Buffer.from('12345678901234567890')

let hubspot: HubspotServer
let test: TestApp
const owners: TestOwner[] = []
beforeAll(async () => {
  hubspot = await startHubspot()
  test = await openTestApp({ env: hubspot.env })
  for (let index = 0; index < 2; index += 1) {
    const owner = await createOwner(test.db)
    await connectPortal(test, owner)
    owners.push(owner)
    const sealed_secret = encryptSecret(test.app.config, owner.id, TOTP)
    await test.db.insertInto('two_factors').values({ user_id: owner.id, sealed_secret }).execute()
  }
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})

function environment(secrets: Record<string, string>) {
  return { KAIWA_LOG_LEVEL: 'silent', DATABASE_URL: test.databaseUrl, KAIWA_DATA: test.dataFolder, ...secrets }
}

function rotate(secrets: Record<string, string>) {
  return runCommand('rotate-secret.ts', [], environment(secrets))
}

/** Whether a program with these secrets can use everything that is stored. */
async function isReadable(env: Record<string, string>): Promise<boolean> {
  const other = await openTestApp({
    env: { ...hubspot.env, ...env },
    database: { url: test.databaseUrl, drop: async () => undefined },
  })
  try {
    for (const { workspaceId, id } of owners) {
      await withPortal(other.app, workspaceId, ({ api }) => api.readGroups())
      const { sealed_secret: sealed } = await test.db
        .selectFrom('two_factors')
        .select('sealed_secret')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
      if (!decryptSecret(other.app.config, id, sealed)?.equals(TOTP)) return false
    }
    return true
  } catch {
    return false
  } finally {
    await other.close()
  }
}

async function keyIds(): Promise<string[]> {
  const rows = await test.db.selectFrom('crm_connections').select('key_id').orderBy('workspace_id').execute()
  return rows.map(({ key_id }) => key_id)
}

it('encrypts tokens and two-factor secrets again; may be killed and repeated', async () => {
  const former = test.app.config.secret
  const both = { KAIWA_SECRET: NEW_SECRET, KAIWA_PREVIOUS_SECRET: former }
  const [first, second] = await keyIds()
  expect([first, await isReadable(both), await isReadable({ KAIWA_SECRET: NEW_SECRET })]).toEqual([second, true, false])

  // Killed after the first workspace: it waits for the second one's row.
  await test.db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('crm_connections')
      .select('workspace_id')
      .where('workspace_id', '=', owners[1]!.workspaceId)
      .forUpdate()
      .execute()
    const child = startCommand('rotate-secret.ts', [], environment(both))
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await expect.poll(async () => (await keyIds())[0], { timeout: 60_000 }).not.toBe(first)
    child.kill('SIGKILL')
    await ended
    // PostgreSQL does not notice the end of a client that waits for a lock.
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(trx)
  })
  expect((await keyIds())[1]).toBe(second)
  expect(await isReadable(both)).toBe(true)

  expect(await rotate(both)).toEqual({
    code: 0,
    output: 'Encrypted again: 1 connections to HubSpot, 2 two-factor secrets.\n',
  })
  expect(await rotate(both)).toEqual({
    code: 0,
    output: 'Encrypted again: 0 connections to HubSpot, 0 two-factor secrets.\n',
  })
  expect(new Set(await keyIds()).size).toBe(1)
  expect([await isReadable({ KAIWA_SECRET: NEW_SECRET }), await isReadable({ KAIWA_SECRET: former })]).toEqual([
    true,
    false,
  ])
})

it('names what no secret fits, changes nothing, and ends with an error', async () => {
  const before = await keyIds()
  const unknown = { KAIWA_SECRET: 'a secret that nothing was encrypted with' }
  expect(await rotate(unknown)).toEqual({
    code: 1,
    output:
      'Encrypted again: 0 connections to HubSpot, 0 two-factor secrets.\nNot readable with KAIWA_SECRET or KAIWA_PREVIOUS_SECRET: 2 connections to HubSpot, 2 two-factor secrets.\n',
  })
  expect(await keyIds()).toEqual(before)
})
