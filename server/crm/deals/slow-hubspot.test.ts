// Calls while HubSpot is slow, and their limits of time.
import { randomUUID } from 'node:crypto'
import { getCrmDeal, getCrmFileDeal, listCrmWrites } from '@kaiwa/contract/crm-deals.ts'
import { getCrmMaster, listCrmDeals } from '@kaiwa/contract/crm.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { moveItems } from '@kaiwa/contract/workspace.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actorOfSession } from '../../accounts/sessions/authenticate.ts'
import { acquireLease } from '../../platform/store/leases.ts'
import { createCrmFixture, type CrmFixture, writeDeal } from '../../test/factories/crm.ts'
import { assign, createFolder, rootOf } from '../../test/factories/items.ts'
import { createMember, type TestUser } from '../../test/factories/users.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { updateWithin } from './update-crm-deal.ts'

const PATCH = /^PATCH /
const READ = /batch\/read$/
const MINUTE = 60_000

let hubspot: HubspotServer
let test: TestApp
let fixture: CrmFixture
beforeAll(async () => {
  hubspot = await startHubspot({ limits: { tenSecondly: 100_000, secondly: 100_000 } })
  test = await openTestApp({ env: hubspot.env })
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  hubspot.clearFaults()
  fixture = await createCrmFixture(test, hubspot)
  hubspot.calls.length = 0
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})

function write(as: TestUser, sent: Partial<Parameters<typeof writeDeal>[1]> = {}) {
  const own = { dealId: fixture.dealId, fileId: fixture.file.id, properties: { kadai: '要点' } }
  return writeDeal(test, { ...own, ...sent }, as)
}

function openDialog(as: TestUser) {
  const input = { params: { dealId: fixture.dealId }, query: { projectFileId: fixture.file.id } }
  return test.call(getCrmDeal, input, as)
}

async function history() {
  const params = { projectFileId: fixture.file.id }
  const { data } = await test.succeed(listCrmWrites, { params, query: {} }, fixture.owner)
  return data.map(({ status }) => status)
}

function readFile() {
  return test.succeed(getCrmFileDeal, { params: { projectFileId: fixture.file.id } }, fixture.owner)
}

function count(call: RegExp): number {
  return hubspot.calls.filter((one) => call.test(one)).length
}

async function reached(call: RegExp): Promise<void> {
  await expect.poll(() => count(call), { timeout: 20_000, interval: 5 }).toBe(1)
}

async function openTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(test.db)
  return rows[0]!.count
}

/** A person who may edit the file by the role in its folder. */
async function createPerson(): Promise<TestUser> {
  const person = await createMember(test.db, fixture.owner, ROLE.guest)
  await assign(test.db, fixture.folder, person, ROLE.editor)
  return person
}

async function moveAway(): Promise<void> {
  const hidden = await createFolder(test.db, rootOf(fixture.owner), { creator: fixture.owner })
  const params = { id: fixture.folder.itemId, destinationId: hidden.itemId }
  await test.succeed(moveItems, { params, body: { target_item_ids: [fixture.file.itemId] } }, fixture.owner)
}

it('a dialog that waits for HubSpot delays nothing else, and no transaction stays open', async () => {
  hubspot.fault({ kind: 'slow', ms: 2_000 }, { call: READ })
  const answered: string[] = []
  const dialog = openDialog(fixture.editor).finally(() => answered.push('dialog'))
  await reached(READ)
  await readFile().finally(() => answered.push('file'))
  expect(await openTransactions()).toBe(0)
  expect([(await dialog).status, answered]).toEqual([200, ['file', 'dialog']])
})

it('a write that waits for HubSpot is shown as being sent, and no transaction stays open', async () => {
  hubspot.fault({ kind: 'slow', ms: 2_000 }, { call: PATCH })
  const answer = write(fixture.editor)
  await reached(PATCH)
  expect([await history(), (await readFile()).deal, await openTransactions()]).toEqual([['sending'], null, 0])
  expect([(await answer).status, await history(), count(PATCH)]).toEqual([200, ['written'], 1])
})

describe('a file that is moved away from the person while HubSpot is being read', () => {
  it.each([
    ['the dialog', openDialog],
    ['a write', (as: TestUser) => write(as)],
    ['a write with a conflict', (as: TestUser) => write(as, { base: { kadai: '別の値' } })],
  ])('%s gets the answer of a stranger', async (_, call) => {
    const person = await createPerson()
    hubspot.fault({ kind: 'slow', ms: 1_500 }, { call: READ })
    const answer = call(person)
    await reached(READ)
    await moveAway()
    expect([(await answer).error, count(PATCH)]).toEqual(['E_NOT_FOUND', 0])
  })

  it('a repeated write gets the answer of a stranger', async () => {
    const person = await createPerson()
    const write_key = randomUUID()
    expect((await write(person, { write_key })).status).toBe(200)
    hubspot.calls.length = 0
    hubspot.fault({ kind: 'slow', ms: 1_500 }, { call: READ })
    const answer = write(person, { write_key })
    await reached(READ)
    await moveAway()
    expect((await answer).error).toBe('E_NOT_FOUND')
  })
})

describe('a right that ends while the portal is being read', () => {
  const SEARCH = /search$/
  const GROUPS = /groups$/

  it.each([
    ['the membership', 'workspace_members', 'E_NOT_FOUND', 'E_FORBIDDEN'],
    ['the session', 'sessions', 'E_INVALID_ACCESS_TOKEN', 'E_INVALID_ACCESS_TOKEN'],
  ] as const)('%s: neither deals nor properties are shown', async (_, table, withFile, withoutFile) => {
    const manager = await createMember(test.db, fixture.owner, ROLE.manager)
    const gate = Promise.withResolvers<void>()
    hubspot.fault({ kind: 'held', until: gate.promise }, { call: SEARCH, times: 2 })
    hubspot.fault({ kind: 'held', until: gate.promise }, { call: GROUPS })
    const projectFileId = fixture.file.id
    const answers = [
      test.call(listCrmDeals, { query: { projectFileId } }, manager),
      test.call(getCrmMaster, { query: { projectFileId } }, manager),
      test.call(listCrmDeals, { query: {} }, manager),
      test.call(getCrmMaster, { query: {} }, manager),
    ]
    await expect.poll(() => [count(SEARCH), count(GROUPS)], { timeout: 20_000, interval: 5 }).toEqual([2, 1])
    await test.db.deleteFrom(table).where('user_id', '=', manager.id).execute()
    gate.resolve()
    const errors = (await Promise.all(answers)).map(({ error }) => error)
    expect(errors).toEqual([withFile, withFile, withoutFile, withoutFile])
  })
})

describe('the time of a write', () => {
  async function updateIn(limit: { call: number; send: number }) {
    const session = await test.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', fixture.editor.id)
      .executeTakeFirstOrThrow()
    const actor = await actorOfSession(test.db, session.id)
    const body = {
      projectFileId: fixture.file.id,
      properties: { kadai: '要点' },
      base: {},
      overwrite: {},
      is_save_property: false,
      generation_id: null,
      write_key: randomUUID(),
    }
    return updateWithin(limit, { params: { dealId: fixture.dealId }, body } as never, { app: test.app, actor: actor! })
  }

  it('is not enough to send the values: nothing is sent', async () => {
    hubspot.fault({ kind: 'slow', ms: 2_000 }, { call: READ })
    const answer = updateIn({ call: 2 * MINUTE, send: 2 * MINUTE - 1_000 })
    await expect(answer).rejects.toMatchObject({ code: 'E_UNAVAILABLE', details: { reason: 'crm.wait' } })
    expect([count(PATCH), await history()]).toEqual([0, []])
  })

  it('counts the wait for others', async () => {
    await acquireLease(test.db, `crm-deal:${hubspot.portal.id}:${fixture.dealId}`, randomUUID(), 60)
    const answer = updateIn({ call: 2 * MINUTE, send: 2 * MINUTE })
    await expect(answer).rejects.toMatchObject({ code: 'E_UNAVAILABLE', details: { reason: 'crm.wait' } })
    expect(count(READ)).toBe(0)
  })

  it('is up while HubSpot writes: the person gets an answer, and the write ends without them', async () => {
    hubspot.fault({ kind: 'slow', ms: 6_000 }, { call: PATCH })
    const answer = updateIn({ call: 4_000, send: 1 })
    await expect(answer).rejects.toMatchObject({ code: 'E_UNAVAILABLE', details: { reason: 'crm.unavailable' } })
    expect(await history()).toEqual(['sending'])
    await expect.poll(history, { timeout: 30_000 }).toEqual(['written'])
  })
})
