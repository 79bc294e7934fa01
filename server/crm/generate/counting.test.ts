// The cost of a generation, the right to start one, and refusals.
import * as contract from '@kaiwa/contract/crm-deals.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordUsage } from '../../billing/record-usage.ts'
import { lockWorkspace } from '../../billing/store/usage.ts'
import { lockFile } from '../../files/store/files.ts'
import { atOnce } from '../../test/at-once.ts'
import { countedChats } from '../../test/factories/assistant-fixture.ts'
import { createSpokenFile } from '../../test/factories/chats.ts'
import { writeDeal } from '../../test/factories/crm.ts'
import {
  type GenerationFixture,
  generateValues,
  openGenerationFixture,
  proposing,
  readGeneration,
  startGeneration,
} from '../../test/factories/crm-generations.ts'
import { assign } from '../../test/factories/items.ts'
import { createMember, createOwner } from '../../test/factories/users.ts'
import type { TestApp } from '../../test/open-test-app.ts'
import { runJob } from '../../test/run-job.ts'
import type { Caller } from '../../test/test-calls.ts'
import { removeOldGenerations } from './jobs/remove-old.ts'

let fixture: GenerationFixture
let test: TestApp
let deal: Awaited<ReturnType<GenerationFixture['createDeal']>>
const SAID = { 予算: { value: '350万円', reason: '確保済み', quotes: ['予算は350万円'] } }

beforeAll(async () => {
  fixture = await openGenerationFixture({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
  test = fixture.test
})
beforeEach(async () => {
  await fixture.reset()
  fixture.replyWith(proposing(SAID))
  deal = await fixture.createDeal(['予算は350万円です。'], { plan: 'trial' })
})
afterAll(() => fixture.close())

function start(as: Caller = deal.owner, body: object = {}, dealId = deal.dealId) {
  const wanted = { projectFileId: deal.file.id, selectedProperties: ['yosan'], ...body }
  return test.call(contract.generateCrmDeal, { params: { dealId }, body: wanted }, as)
}

async function spend(amount: number): Promise<void> {
  const { workspaceId, id: userId } = deal.owner
  await test.db
    .transaction()
    .execute((trx) =>
      recordUsage(trx, { workspaceId, userId, kind: 'chat', amount, cause: `spent:${workspaceId}:${amount}` }),
    )
}

it('CRM-27 CRM-48 generate takes dealId, projectFileId and selectedProperties; it returns success, then values per property', async () => {
  const headers = { authorization: `Bearer ${deal.owner.token}` }
  const { statusCode, body } = await test.http.inject({
    method: 'POST',
    url: `/api/hubspot/deals/${deal.dealId}/generate`,
    headers,
    payload: { projectFileId: deal.file.id, selectedProperties: ['yosan', 'kadai'] },
  })
  expect(statusCode).toBe(200)
  const { success, generation } = JSON.parse(body) as { success: boolean; generation: { id: number; values: object[] } }
  expect(success).toBe(true)
  expect(generation.values).toMatchObject([
    { name: 'yosan', status: 'waiting', value: null },
    { name: 'kadai', status: 'waiting', value: null },
  ])
  await test.settle()
  const read = await test.http.inject({ method: 'GET', url: `/api/hubspot/generations/${generation.id}`, headers })
  expect(JSON.parse(read.body)).toMatchObject({
    status: 'finished',
    values: [
      { name: 'yosan', value: '3500000', reason: '確保済み' },
      { name: 'kadai', value: null, reason: expect.stringContaining('以前の値') as string },
    ],
  })
})

describe('counting', () => {
  it('a generation counts one chat', async () => {
    await generateValues(test, { ...deal, properties: ['yosan', 'kadai', 'amount'] }, deal.owner)
    expect(await countedChats(test, deal.owner)).toEqual([1])
  })

  it('one of two simultaneous starts of a person is refused', async () => {
    const { answers, waited } = await atOnce<{ status: number; body: unknown }>(
      test.db,
      (trx) => lockFile(trx, deal.file.id),
      [() => start(), () => start()],
    )
    expect(waited).toBe(2)
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(answers[1]!.body).toEqual({ error: 'E_CONFLICT', reason: 'crm.generating' })
    expect(await countedChats(test, deal.owner)).toEqual([1])
  })

  it('two people generate for the same file at the same time', async () => {
    const guest = await createMember(test.db, deal.owner, ROLE.guest)
    await assign(test.db, deal.file, guest, ROLE.editor)
    expect([(await start()).status, (await start(guest)).status]).toEqual([200, 200])
    expect(await countedChats(test, deal.owner)).toEqual([1, 1])
  })

  it('the last chat requested for two files at the same moment is counted once', async () => {
    await spend(19)
    const other = await createSpokenFile(test, deal, ['予算は百万円です。'])
    const { answers } = await atOnce<{ status: number; body: unknown }>(
      test.db,
      (trx) => lockWorkspace(trx, deal.owner.workspaceId),
      [() => start(), () => start(deal.owner, { projectFileId: other.id })],
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await countedChats(test, deal.owner)).toEqual([19, 1])
  })

  it('without a chat left nothing begins', async () => {
    await spend(20)
    expect(await start()).toMatchObject({ body: { error: 'WORKSPACE_EXCEED_MAX_USAGE_QUOTA', reason: 'chat' } })
    expect(
      await test.db.selectFrom('crm_generations').selectAll().where('file_id', '=', deal.file.id).execute(),
    ).toEqual([])
  })
})

describe('refusals', () => {
  it('a viewer, a stranger and a person without the file', async () => {
    const viewer = await createMember(test.db, deal.owner, ROLE.guest)
    await assign(test.db, deal.file, viewer, ROLE.viewer)
    const guest = await createMember(test.db, deal.owner, ROLE.guest)
    const stranger = await createOwner(test.db)
    expect((await start(viewer)).status).toBe(403)
    expect((await start(guest)).status).toBe(404)
    expect((await start(stranger)).status).toBe(404)
    expect(await countedChats(test, deal.owner)).toEqual([])
  })

  it('a deal that HubSpot does not know', async () =>
    expect(await start(deal.owner, {}, '999')).toMatchObject({
      status: 404,
      body: { error: 'E_NOT_FOUND', reason: 'crm.deal' },
    }))

  it.each([
    ['an unknown property', ['yosan', 'no_such']],
    ['a property that cannot be written', ['createdate']],
    ['a name of the prototype', ['__proto__']],
  ])('%s', async (_, selectedProperties) =>
    expect(await start(deal.owner, { selectedProperties })).toMatchObject({
      status: 422,
      body: { errors: { selectedProperties: ['incorrect'] } },
    }),
  )

  it('a file without a transcript', async () => {
    await test.db.updateTable('files').set({ status: 'processing' }).where('id', '=', deal.file.id).execute()
    expect(await start()).toMatchObject({ status: 409, body: { error: 'E_CONFLICT', reason: 'crm.not-ready' } })
  })

  it('HubSpot is down', async () => {
    fixture.hubspot.isDown = true
    try {
      const { statusCode, body } = await test.http.inject({
        method: 'POST',
        url: `/api/hubspot/deals/${deal.dealId}/generate`,
        headers: { authorization: `Bearer ${deal.owner.token}` },
        payload: { projectFileId: deal.file.id, selectedProperties: ['yosan'] },
      })
      expect([statusCode, JSON.parse(body)]).toMatchObject([503, { error: 'E_UNAVAILABLE', reason: 'crm.unavailable' }])
    } finally {
      fixture.hubspot.isDown = false
    }
    expect(await countedChats(test, deal.owner)).toEqual([])
  })

  it('the generation of another person is unknown', async () => {
    const { id } = await startGeneration(test, { ...deal, properties: ['yosan'] }, deal.owner)
    const guest = await createMember(test.db, deal.owner, ROLE.guest)
    await assign(test.db, deal.file, guest, ROLE.editor)
    const params = { generationId: id }
    expect((await test.call(contract.getCrmGeneration, { params }, guest)).status).toBe(404)
    expect((await test.call(contract.cancelCrmGeneration, { params }, guest)).status).toBe(404)
    expect((await readGeneration(test, { id }, deal.owner)).status).toBe('writing')
  })
})

describe('the last generation of a file', () => {
  function ofFile(as: Caller = deal.owner) {
    return test.succeed(contract.getCrmFileDeal, { params: { projectFileId: deal.file.id } }, as)
  }

  it('is shown to its person until its values are written', async () => {
    expect((await ofFile()).generation).toBeNull()
    const generation = await generateValues(test, { ...deal, properties: ['yosan'] }, deal.owner)
    expect((await ofFile()).generation).toEqual(generation)
    const written = await writeDeal(
      test,
      {
        dealId: deal.dealId,
        fileId: deal.file.id,
        properties: { yosan: '3500000' },
        base: { yosan: null },
        generation_id: generation.id,
      },
      deal.owner,
    )
    expect(written.status).toBe(200)
    expect((await ofFile()).generation).toBeNull()
    const { data } = await test.succeed(
      contract.listCrmWrites,
      { params: { projectFileId: deal.file.id }, query: {} },
      deal.owner,
    )
    expect(data[0]!.properties).toMatchObject([
      { name: 'yosan', reason: '確保済み', citations: [{ quote: '予算は350万円' }] },
    ])
  })

  it('is not shown after a day, and deleted after 30', async () => {
    const generation = await generateValues(test, { ...deal, properties: ['yosan'] }, deal.owner)
    const age = (days: number) =>
      test.db
        .updateTable('crm_generations')
        .set({ created_at: sql`now() - make_interval(days => ${days}::integer)` })
        .where('id', '=', generation.id)
        .execute()
    await age(2)
    expect((await ofFile()).generation).toBeNull()
    await runJob(test, removeOldGenerations)
    expect((await readGeneration(test, generation, deal.owner)).status).toBe('finished')
    await age(31)
    await runJob(test, removeOldGenerations)
    expect(
      (await test.call(contract.getCrmGeneration, { params: { generationId: generation.id } }, deal.owner)).status,
    ).toBe(404)
  })
})
