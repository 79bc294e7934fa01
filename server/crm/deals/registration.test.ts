// Repeated writes, and the deal that a file is registered with.
import { randomUUID } from 'node:crypto'
import { removeCrmFileDeal } from '@kaiwa/contract/crm-deals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jsonb } from '../../platform/database/jsonb.ts'
import { createCrmFixture, type CrmFixture, writeDeal } from '../../test/factories/crm.ts'
import { dealCalls } from '../../test/factories/deal-calls.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let hubspot: HubspotServer
let test: TestApp
let fixture: CrmFixture
beforeAll(async () => {
  hubspot = await startHubspot({ limits: { tenSecondly: 100_000, secondly: 100_000 } })
  test = await openTestApp({ env: hubspot.env })
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  fixture = await createCrmFixture(test, hubspot, { amount: '1000000' })
  hubspot.calls.length = 0
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})

const { write, stored, history, readFile, patches } = dealCalls(() => ({ test, hubspot, fixture }))

describe('a repeated write', () => {
  it('with the same key is one write and gets the first answer', async () => {
    const sent = { properties: { kadai: '要点' }, write_key: randomUUID() }
    const first = await write(sent)
    await hubspot.portal.changeDeal(fixture.dealId, { kadai: '別の要点' })
    const second = await write(sent)
    expect([first.status, second.status, second.body.write_id]).toEqual([200, 200, first.body.write_id])
    expect([patches(), await stored('kadai'), (await history()).length]).toEqual([1, '別の要点', 1])
  })

  it('at the same time is one write', async () => {
    const sent = { properties: { kadai: '要点' }, write_key: randomUUID() }
    const answers = await Promise.all([write(sent), write(sent), write(sent)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.write_id)).size).toBe(1)
    expect(patches()).toBe(1)
  })

  it('with the same key and other values, or of another person, is refused', async () => {
    const write_key = randomUUID()
    await write({ properties: { kadai: '要点' }, write_key })
    const refusal = { status: 409, body: { error: 'E_CONFLICT', reason: 'crm.write-key' } }
    expect(await write({ properties: { kadai: '別' }, write_key })).toMatchObject(refusal)
    const sent = { dealId: fixture.dealId, fileId: fixture.file.id, properties: { kadai: '要点' }, write_key }
    expect(await writeDeal(test, sent, fixture.owner)).toMatchObject(refusal)
    expect(patches()).toBe(1)
  })

  it('after a refusal of HubSpot is sent again', async () => {
    hubspot.fault({ kind: 'wait', seconds: 30 }, { call: /^PATCH/ })
    const sent = { properties: { kadai: '要点' }, write_key: randomUUID() }
    expect(await write(sent)).toMatchObject({ status: 503, body: { reason: 'crm.wait' } })
    expect((await history()).map(({ status }) => status)).toEqual(['failed'])
    await test.db.updateTable('crm_connections').set({ blocked_until: null }).execute()
    expect((await write(sent)).status).toBe(200)
    expect((await history()).map(({ status }) => status)).toEqual(['written'])
  })
})

describe('the registration', () => {
  it('moves to another deal, and is removed without a connection', async () => {
    await write({ properties: { kadai: 'x' } })
    const other = await hubspot.portal.addDeal({ dealname: '別の取引' })
    await write({ properties: { kadai: 'y' }, base: { kadai: 'x' } })
    await writeDeal(test, { dealId: other, fileId: fixture.file.id, properties: { kadai: 'y' } }, fixture.owner)
    expect((await readFile()).deal).toMatchObject({ deal_id: other, deal_name: '別の取引' })
    await test.db.deleteFrom('crm_connections').where('workspace_id', '=', fixture.owner.workspaceId).execute()
    expect(await readFile()).toMatchObject({
      is_connected: false,
      deal: { deal_id: other, url: null },
      can: { edit: false },
    })
    const params = { projectFileId: fixture.file.id }
    await test.succeed(removeCrmFileDeal, { params }, fixture.editor)
    expect((await readFile()).deal).toBeNull()
    expect((await history()).length).toBe(3)
  })

  it('of another portal than the connected one has no link', async () => {
    await write({ properties: { kadai: 'x' } })
    await test.db
      .updateTable('crm_connections')
      .set({ portal_id: '7' })
      .where('workspace_id', '=', fixture.owner.workspaceId)
      .execute()
    expect(await readFile()).toMatchObject({
      is_connected: true,
      deal: { hubspot_id: hubspot.portal.id, url: null, stage_label: null },
      can: { edit: true },
    })
  })

  it('publishes crm.deal_changed to the readers of the file', async () => {
    const before = await test.db
      .selectFrom('events')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirst()
    await write({ properties: { kadai: 'x' } })
    const events = await test.db
      .selectFrom('events')
      .select(['data', 'channels'])
      .where('type', '=', 'crm.deal_changed')
      .where('id', '>', before?.id ?? 0)
      .execute()
    expect(events).toEqual([
      {
        data: { project_file_id: fixture.file.id },
        channels: expect.arrayContaining([
          expect.stringContaining(`project-file-${fixture.file.id}`),
          expect.stringContaining(`project-${fixture.folder.projectId}`),
        ]),
      },
    ])
  })
})

describe('the history of a file', () => {
  it('keeps the evidence of values that were written as they were proposed', async () => {
    const { file, editor, owner, dealId } = fixture
    const [block] = await test.db
      .selectFrom('blocks')
      .innerJoin('transcripts', 'transcripts.id', 'blocks.transcript_id')
      .select(['blocks.uuid', 'blocks.content'])
      .where('transcripts.file_id', '=', file.id)
      .orderBy('position')
      .execute()
    const { id } = await test.db
      .insertInto('crm_generations')
      .values({
        workspace_id: owner.workspaceId,
        file_id: file.id,
        portal_id: hubspot.portal.id,
        deal_id: dealId,
        requested_by: editor.id,
        locale: 'ja',
        status: 'finished',
        properties: jsonb({ properties: [] }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const quote = block!.content.slice(0, 2)
    const evidence = jsonb([{ file_id: file.id, block_uuid: block!.uuid, quote, time: 1 }])
    const value = { generation_id: id, status: 'ready' as const, previous: null, reason: '会話の言葉', evidence }
    await test.db
      .insertInto('crm_values')
      .values([
        { ...value, property: 'kadai', position: 0, value: '記録の手間' },
        { ...value, property: 'youbou', position: 1, value: '早い要約' },
      ])
      .execute()
    // The second value was corrected by the person.
    const properties = { kadai: '記録の手間', youbou: '早くて正しい要約' }
    expect((await write({ properties, generation_id: id })).status).toBe(200)
    const [kept, corrected] = (await history())[0]!.properties
    expect(kept).toMatchObject({
      name: 'kadai',
      after: '記録の手間',
      reason: '会話の言葉',
      citations: [
        { number: 1, file_id: file.id, block_uuid: block!.uuid, quote, range: { start: 0, end: 2 }, time: 1 },
      ],
    })
    expect(corrected).toMatchObject({ name: 'youbou', reason: null, citations: [] })
    // Another person's generation gives no evidence.
    const sent = { dealId, fileId: file.id, properties: { kadai: '記録の手間' }, generation_id: id }
    expect((await writeDeal(test, sent, owner)).status).toBe(200)
    expect((await history())[0]!.properties).toMatchObject([{ reason: null, citations: [] }])
  })
})
