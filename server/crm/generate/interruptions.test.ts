// A generation that is canceled, loses its rights, or whose worker stops.
import { cancelCrmGeneration, type CrmGeneration, getCrmFileDeal, getCrmGeneration } from '@kaiwa/contract/crm-deals.ts'
import { disconnectCrm } from '@kaiwa/contract/crm.ts'
import { withdrawFromProvider } from '@kaiwa/contract/chats.ts'
import { deleteFile } from '@kaiwa/contract/files.ts'
import { removeWorkspaceMember } from '@kaiwa/contract/members.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countedChats } from '../../test/factories/assistant-fixture.ts'
import {
  type GenerationFixture,
  openGenerationFixture,
  pausing,
  proposing,
  propertiesIn,
  readGeneration,
  startGeneration,
  startWriting,
  waitForReady,
} from '../../test/factories/crm-generations.ts'
import { assign } from '../../test/factories/items.ts'
import { createMember, type TestUser } from '../../test/factories/users.ts'
import type { TestApp } from '../../test/open-test-app.ts'
import type { Caller } from '../../test/test-calls.ts'
import { KEPT } from './check-proposal.ts'
import { finishValue } from './end-generation.ts'
import { findGeneration, type GenerationRow } from './store/generations.ts'
import { writeGeneration } from './write-generation.ts'

const SPOKEN = ['予算は350万円を確保しています。', '一番の課題は、議事録の作成に時間がかかることです。']
const SAID = {
  予算: { value: '350万円', quotes: ['予算は350万円'] },
  課題: { value: '議事録の作成に時間がかかる', quotes: ['議事録の作成に時間がかかる'] },
}
const PROPERTIES = ['yosan', 'kadai', 'amount']

let fixture: GenerationFixture
let test: TestApp
let deal: Awaited<ReturnType<GenerationFixture['createDeal']>>
/** Resolved to let a stand-in continue after its first entry. */
let gate: PromiseWithResolvers<void>

beforeAll(async () => {
  fixture = await openGenerationFixture({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
  test = fixture.test
})
beforeEach(async () => {
  await fixture.reset()
  gate = Promise.withResolvers()
  fixture.replyWith(pausing(SAID, gate.promise))
  deal = await fixture.createDeal(SPOKEN, { plan: 'trial' })
})
afterAll(async () => {
  gate.resolve()
  await fixture.close()
})

function start(as: Caller = deal.owner): Promise<CrmGeneration> {
  return startGeneration(test, { ...deal, properties: PROPERTIES }, as)
}

function statuses({ values }: CrmGeneration): string[] {
  return values.map(({ status, value }) => (status === 'ready' && value === null ? 'kept' : status))
}

function cancel({ id }: { id: number }) {
  return test.succeed(cancelCrmGeneration, { params: { generationId: id } }, deal.owner)
}

async function claimed({ id }: { id: number }): Promise<GenerationRow> {
  const row = await findGeneration(test.db, id)
  if (!row) throw new Error('no such generation')
  return row
}

async function editorOfFile(): Promise<TestUser> {
  const guest = await createMember(test.db, deal.owner, ROLE.guest)
  await assign(test.db, deal.file, guest, ROLE.editor)
  return guest
}

describe('while values are being written', () => {
  it('each value can be read as soon as it has arrived', async () => {
    const generation = await start()
    expect(generation).toMatchObject({ status: 'writing' })
    expect(statuses(generation)).toEqual(['waiting', 'waiting', 'waiting'])
    const { done } = await startWriting(fixture, generation)
    await waitForReady(test, generation, 1)
    const during = await readGeneration(test, generation, deal.owner)
    expect([during.status, ...statuses(during)]).toEqual(['writing', 'ready', 'waiting', 'waiting'])
    expect(during.values[0]).toMatchObject({ value: '3500000', citations: [{ quote: '予算は350万円' }] })
    gate.resolve()
    await done
    const after = await readGeneration(test, generation, deal.owner)
    expect([after.status, ...statuses(after)]).toEqual(['finished', 'ready', 'ready', 'kept'])
  })

  it('each value is published to its person only', async () => {
    const generation = await start()
    gate.resolve()
    await test.settle()
    const events = await test.db
      .selectFrom('events')
      .select(['data', 'channels'])
      .where('type', '=', 'crm.generation_changed')
      .execute()
    const own = events.filter(({ data }) => (data as { generation_id: number }).generation_id === generation.id)
    // The beginning, two values, the one that is kept, and the end.
    expect(own).toHaveLength(5)
    for (const { channels } of own) expect(channels).toEqual([`private-user-${deal.owner.id}`])
  })

  it('canceling before a value is ready gives the chat back', async () => {
    fixture.replyWith(() => 'hang')
    const generation = await start()
    const { done } = await startWriting(fixture, generation)
    expect(await cancel(generation)).toMatchObject({ status: 'canceled', error: null })
    await done
    expect(statuses(await readGeneration(test, generation, deal.owner))).toEqual(['failed', 'failed', 'failed'])
    expect(await countedChats(test, deal.owner)).toEqual([1, -1])
  })

  it('canceling after a property without a value gives the chat back', async () => {
    fixture.replyWith(pausing({ 金額: { value: '350万円', quotes: ['予算は350万円'] } }, gate.promise))
    const generation = await start()
    const { done } = await startWriting(fixture, generation)
    // A property that keeps its previous value is ready too.
    await finishValue(test.db, await claimed(generation), 'yosan', KEPT)
    await cancel(generation)
    gate.resolve()
    await done
    expect(statuses(await readGeneration(test, generation, deal.owner))).toEqual(['kept', 'failed', 'failed'])
    expect(await countedChats(test, deal.owner)).toEqual([1, -1])
  })

  it.each([
    ['in time', `interval '0'`, { status: 'finished' }],
    ['shortly before its deadline', `interval '30 minutes' - interval '3 seconds'`, { status: 'failed' }],
    ['after its deadline', `interval '1 day'`, { status: 'failed' }],
  ])('a generation that is written %s ends, and a failure gives the chat back', async (_name, age, end) => {
    if (end.status === 'failed') fixture.replyWith(() => 'hang')
    const generation = await start()
    gate.resolve()
    await sql`update crm_generations set started_at = now() - (${sql.raw(age)}) where id = ${generation.id}`.execute(
      test.db,
    )
    await writeGeneration({ app: test.app, signal: new AbortController().signal, log: test.app.log }, generation.id)
    expect(await readGeneration(test, generation, deal.owner)).toMatchObject(end)
    expect(await countedChats(test, deal.owner)).toEqual(end.status === 'failed' ? [1, -1] : [1])
  })

  it('canceling later keeps what is ready, and the chat stays counted', async () => {
    const generation = await start()
    const { done } = await startWriting(fixture, generation)
    await waitForReady(test, generation, 1)
    await cancel(generation)
    gate.resolve()
    await done
    expect(await cancel(generation)).toMatchObject({ status: 'canceled' })
    expect(statuses(await readGeneration(test, generation, deal.owner))).toEqual(['ready', 'failed', 'failed'])
    expect(await countedChats(test, deal.owner)).toEqual([1])
    await test.settle()
    expect(fixture.models.requests).toHaveLength(1)
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      'the consent is withdrawn',
      () => test.succeed(withdrawFromProvider, { query: { host: fixture.models.host } }, deal.owner),
    ],
    ['the portal is disconnected', () => test.succeed(disconnectCrm, {}, deal.owner)],
    [
      'the file is put into the trash',
      () => test.succeed(deleteFile, { params: { projectId: deal.folder.projectId, id: deal.file.id } }, deal.owner),
    ],
  ])('it ends with an error and gives the chat back when %s', async (_, end) => {
    fixture.replyWith(() => 'hang')
    const { id } = await start()
    const { done } = await startWriting(fixture, { id })
    await end()
    await done
    const row = await test.db.selectFrom('crm_generations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 'failed', error: 'server-error' })
    expect(fixture.models.requests).toHaveLength(1)
    expect(await countedChats(test, deal.owner)).toEqual([1, -1])
  })

  it.each<[string, (person: TestUser) => Promise<unknown>]>([
    [
      'the right to edit ends',
      (person) =>
        test.db.updateTable('item_roles').set({ role_id: ROLE.viewer }).where('user_id', '=', person.id).execute(),
    ],
    [
      'the person leaves the workspace',
      async ({ id }) => {
        const row = await test.db
          .selectFrom('workspace_members')
          .select('id')
          .where('user_id', '=', id)
          .executeTakeFirstOrThrow()
        return test.succeed(removeWorkspaceMember, { body: { member_id: row.id } }, deal.owner)
      },
    ],
  ])('it ends without a further value, and gives the chat back, when %s', async (_, end) => {
    const person = await editorOfFile()
    const { id } = await start(person)
    const { done } = await startWriting(fixture, { id })
    await waitForReady(test, { id }, 1)
    await end(person)
    await done
    const rows = await test.db.selectFrom('crm_values').select('status').where('generation_id', '=', id).execute()
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['failed', 'failed', 'ready'])
    // It has values of the portal, which viewers may not read.
    const params = { generationId: id }
    expect((await test.call(getCrmGeneration, { params }, person)).status).toBe(404)
    expect((await test.call(cancelCrmGeneration, { params }, person)).status).toBe(404)
    const ofFile = await test.call(getCrmFileDeal, { params: { projectFileId: deal.file.id } }, person)
    expect(ofFile.status === 404 || ofFile.body.generation === null).toBe(true)
    expect(await countedChats(test, deal.owner)).toEqual([1, -1])
    gate.resolve()
  })

  it('nothing is sent to the provider when rights ended before the job began', async () => {
    const person = await editorOfFile()
    const { id } = await start(person)
    await test.db.deleteFrom('item_roles').where('user_id', '=', person.id).execute()
    await test.settle()
    expect(fixture.models.requests).toEqual([])
    expect(await countedChats(test, deal.owner)).toEqual([1, -1])
    expect((await test.call(getCrmGeneration, { params: { generationId: id } }, person)).status).toBe(404)
  })

  it.each(['files', 'users'] as const)(
    'the chat is given back when the row of %s was deleted for good',
    async (table) => {
      const person = await editorOfFile()
      fixture.replyWith(() => 'hang')
      const { id } = await start(person)
      const { done } = await startWriting(fixture, { id })
      await test.db
        .deleteFrom(table)
        .where('id', '=', table === 'files' ? deal.file.id : person.id)
        .execute()
      await expect(done).resolves.toBeUndefined()
      expect(await test.db.selectFrom('crm_generations').where('id', '=', id).select('id').execute()).toEqual([])
      expect(await countedChats(test, deal.owner)).toEqual([1, -1])
    },
  )

  it('a worker that stops leaves the missing values to another one, which finishes once', async () => {
    const generation = await start()
    const stop = new AbortController()
    const { done: first } = await startWriting(fixture, generation, { signal: stop.signal })
    await waitForReady(test, generation, 1)
    stop.abort(new Error('stopped'))
    await expect(first).rejects.toThrow('stopped')
    fixture.models.requests.length = 0
    fixture.replyWith(proposing(SAID))
    await test.settle()
    expect(fixture.models.requests.map((request) => propertiesIn(request).map(({ label }) => label))).toEqual([
      ['課題', '金額'],
    ])
    expect(statuses(await readGeneration(test, generation, deal.owner))).toEqual(['ready', 'ready', 'kept'])
    expect(await countedChats(test, deal.owner)).toEqual([1])
  })

  it('a worker that was taken for dead writes nothing after its successor', async () => {
    const generation = await start()
    const { done: late } = await startWriting(fixture, generation)
    fixture.replyWith(proposing({ 予算: { value: '350万円', reason: '後', quotes: ['350万円を確保'] } }))
    await test.settle()
    const written = await readGeneration(test, generation, deal.owner)
    gate.resolve()
    await late
    expect(await readGeneration(test, generation, deal.owner)).toEqual(written)
    expect(await countedChats(test, deal.owner)).toEqual([1])
  })
})
