// Writes to a deal, and the history of a file.
import { randomUUID } from 'node:crypto'
import { getCrmDeal } from '@kaiwa/contract/crm-deals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCrmFixture, type CrmFixture } from '../../test/factories/crm.ts'
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

it('CRM-47 PATCH deal update takes properties and is_save_property', async () => {
  const { statusCode, body } = await test.http.inject({
    method: 'PATCH',
    url: `/api/hubspot/deals/${fixture.dealId}`,
    headers: { authorization: `Bearer ${fixture.editor.token}` },
    payload: {
      projectFileId: fixture.file.id,
      properties: { amount: '３５０万円', kadai: '議事録に時間がかかる' },
      is_save_property: true,
      base: { amount: '1000000', kadai: null },
      write_key: randomUUID(),
    },
  })
  expect([statusCode, patches()]).toEqual([200, 1])
  expect(JSON.parse(body)).toMatchObject({
    write_id: expect.any(Number),
    deal: {
      id: fixture.dealId,
      properties: { amount: { value: '3500000' }, kadai: { value: '議事録に時間がかかる' } },
    },
  })
  expect([await stored('amount'), await stored('kadai')]).toEqual(['3500000', '議事録に時間がかかる'])
  expect(await selection()).toEqual(['amount', 'kadai'])
})

async function selection(): Promise<string[] | undefined> {
  const row = await test.db
    .selectFrom('crm_settings')
    .select('properties')
    .where('workspace_id', '=', fixture.owner.workspaceId)
    .executeTakeFirst()
  return row?.properties
}

it('the selection is not saved without is_save_property', async () => {
  await write({ properties: { kadai: 'x' }, setting_properties: ['amount'] })
  expect(await selection()).toBeUndefined()
})

it('CRM-40 the ticked properties are saved, of which only some are written', async () => {
  const setting_properties = ['amount', 'kadai', 'amount', 'unknown', '__proto__', 'youbou']
  const { status } = await write({ properties: { kadai: 'x' }, is_save_property: true, setting_properties })
  expect([status, await selection()]).toEqual([200, ['amount', 'kadai', 'youbou']])
  expect((await history())[0]?.properties.map(({ name }) => name)).toEqual(['kadai'])
  expect(await stored('amount')).toBe('1000000')
  await write({ properties: { kadai: 'y' }, base: { kadai: 'x' }, is_save_property: true, setting_properties: [] })
  expect(await selection()).toEqual([])
})

it('a removed option of a property that is not written does not stop the write', async () => {
  const { portal } = hubspot
  const property = (name: string) => (one: { name: string }) => one.name === name
  const before = await portal.read()
  await portal.addProperty({
    name: 'with_options',
    type: 'enumeration',
    fieldType: 'select',
    options: [{ label: 'A', value: 'a', displayOrder: 0, hidden: false }],
  })
  await portal.changeDeal(fixture.dealId, { with_options: 'a' })
  await portal.define(({ properties }) => {
    properties.find(property('with_options'))!.options = [{ label: 'B', value: 'b', displayOrder: 0, hidden: false }]
  })
  const setting = { is_save_property: true, setting_properties: ['kadai', 'with_options'] }
  try {
    const refused = await write({
      properties: { kadai: 'x', with_options: 'a' },
      base: { with_options: 'a' },
      ...setting,
    })
    expect(refused).toMatchObject({ status: 422, errors: { 'properties.with_options': ['incorrect'] } })
    expect((await write({ properties: { kadai: 'x' }, ...setting })).status).toBe(200)
    expect([await selection(), await stored('with_options')]).toEqual([['kadai', 'with_options'], 'a'])
  } finally {
    await portal.define((changed) => Object.assign(changed, before))
  }
})

it('CRM-34 saving requires at least one selected property', async () => {
  expect(await write({ properties: {} })).toMatchObject({ status: 422, errors: { properties: ['required'] } })
  expect([patches(), await history()]).toEqual([0, []])
})

it('CRM-36 hubspot_deal on files has deal_name, hubspot_id, deal_id', async () => {
  const { folder, file, editor, dealId } = fixture
  const headers = { authorization: `Bearer ${editor.token}` }
  const get = async (url: string) => (await test.http.inject({ method: 'GET', url, headers })).json<unknown>()
  const rowOf = async () => {
    const { data } = (await get(`/api/projects/${folder.projectId}/files`)) as { data: { hubspot_deal: unknown }[] }
    return data[0]?.hubspot_deal
  }
  const pageOf = async () =>
    ((await get(`/api/projects/${folder.projectId}/files/${file.id}`)) as { hubspot_deal: unknown }).hubspot_deal
  expect(await rowOf()).toBeNull()
  await write({ properties: { kadai: 'x' } })
  const deal = {
    deal_name: '株式会社アオゾラ製作所',
    hubspot_id: hubspot.portal.id,
    deal_id: dealId,
    is_reachable: true,
  }
  expect(await rowOf()).toEqual(deal)
  expect(await pageOf()).toEqual(deal)
})

it('CRM-46 GET deal by file takes projectFileId', async () => {
  await write({
    properties: { dealstage: 'contractsent', kadai: '転記の手間' },
    base: { dealstage: 'appointmentscheduled' },
  })
  const url = `/api/hubspot/files/${fixture.file.id}/deal`
  const headers = { authorization: `Bearer ${fixture.editor.token}` }
  const { statusCode, body } = await test.http.inject({ method: 'GET', url, headers })
  expect([statusCode, JSON.parse(body)]).toMatchObject([
    200,
    {
      is_connected: true,
      deal: {
        deal_name: '株式会社アオゾラ製作所',
        hubspot_id: hubspot.portal.id,
        deal_id: fixture.dealId,
        pipeline_label: '新規営業',
        stage_label: '最終交渉',
        url: expect.stringContaining(fixture.dealId),
        registered_by: { name: '佐藤 太郎' },
      },
      can: { edit: true },
    },
  ])
  const { written } = await readFile()
  expect(written.map(({ name, label, value }) => [name, label, value]).toSorted()).toEqual([
    ['dealstage', '取引ステージ', 'contractsent'],
    ['kadai', '課題', '転記の手間'],
    ['pipeline', 'パイプライン', 'default'],
  ])
})

it('CRM-13 the deal of a file is read without a call of HubSpot', async () => {
  await write({ properties: { kadai: 'x' } })
  hubspot.calls.length = 0
  hubspot.isDown = true
  try {
    expect((await readFile()).deal?.deal_id).toBe(fixture.dealId)
    expect(hubspot.calls).toEqual([])
  } finally {
    hubspot.isDown = false
  }
})

it('CRM-26 a stage is written together with its pipeline', async () => {
  await write({ properties: { dealstage: '139820452' }, base: { dealstage: 'appointmentscheduled' } })
  expect([await stored('pipeline'), await stored('dealstage')]).toEqual(['71904421', '139820452'])
  expect(await write({ properties: { pipeline: 'default' }, base: { pipeline: '71904421' } })).toMatchObject({
    status: 422,
    errors: { 'properties.dealstage': ['required'] },
  })
})

describe('values', () => {
  it.each([
    ['65,536 characters', 'あ'.repeat(65_536)],
    ['HTML', '<script>alert(1)</script><b>太字</b>'],
    ['emoji and right-to-left', '👩‍👩‍👧 مرحبا ‮abc'],
    ['lines', '一\n二'],
  ])('are stored literally: %s', async (_name, value) => {
    expect((await write({ properties: { kadai: value } })).status).toBe(200)
    expect(await stored('kadai')).toBe(value)
    // The history shows the first 300 characters.
    expect((await history())[0]?.properties[0]).toMatchObject({
      after: value.slice(0, 300),
      is_shortened: value.length > 300,
    })
  })

  it('an empty text empties a property', async () => {
    expect((await write({ properties: { amount: '' }, base: { amount: '1000000' } })).status).toBe(200)
    expect(await stored('amount')).toBeUndefined()
    expect((await history())[0]?.properties).toMatchObject([{ name: 'amount', before: '1000000', after: '' }])
  })

  it('of an unknown or read-only property are refused under its name, and nothing is written', async () => {
    const properties = { hs_object_id: '1', unknown: 'x', kadai: 'x' }
    expect(await write({ properties })).toMatchObject({
      status: 422,
      errors: { 'properties.hs_object_id': ['incorrect'], 'properties.unknown': ['incorrect'] },
    })
    expect([patches(), await history()]).toEqual([0, []])
  })

  it('of a property that was added since the portal was read are written', async () => {
    await write({ properties: { kadai: 'x' } })
    await hubspot.portal.addProperty({ name: 'brand_new' })
    expect((await write({ properties: { brand_new: 'y' } })).status).toBe(200)
    await hubspot.portal.removeProperty('brand_new')
  })

  it('of a property that was removed since it was read are refused by HubSpot, with its words', async () => {
    await hubspot.portal.addProperty({ name: 'gone' })
    await test.succeed(
      getCrmDeal,
      { params: { dealId: fixture.dealId }, query: { projectFileId: fixture.file.id } },
      fixture.editor,
    )
    await hubspot.portal.removeProperty('gone')
    const answer = await write({ properties: { gone: 'x', kadai: 'y' } })
    expect(answer).toMatchObject({
      status: 422,
      errors: { 'properties.gone': ['incorrect'] },
      body: { reason: 'crm.refused', messages: { gone: expect.stringContaining('does not exist') } },
    })
    expect([await stored('kadai'), (await history()).map(({ status }) => status)]).toEqual([undefined, ['failed']])
  })

  it('of an option that was renamed since it was read are refused by HubSpot, and shown as it is from then on', async () => {
    const rename = (from: string, to: string) =>
      hubspot.portal.define((portal) => {
        const property = portal.properties.find(({ name }) => name === 'hs_priority')!
        property.options = property.options.map((option) => (option.value === from ? { ...option, value: to } : option))
      })
    await write({ properties: { kadai: 'x' } })
    await rename('low', 'lowest')
    expect(await write({ properties: { hs_priority: 'low' } })).toMatchObject({
      status: 422,
      errors: { 'properties.hs_priority': ['incorrect'] },
      body: { reason: 'crm.refused' },
    })
    expect((await write({ properties: { hs_priority: 'lowest' } })).status).toBe(200)
    await rename('lowest', 'low')
  })
})

describe('conflicts', () => {
  const wanted = { properties: { amount: '3500000', kadai: '要点' }, base: { amount: '1000000', kadai: null } }

  it('a property that changed at HubSpot is named with both values, and nothing is written', async () => {
    await hubspot.portal.changeDeal(fixture.dealId, { amount: '2000000' })
    expect(await write(wanted)).toMatchObject({
      status: 409,
      body: {
        error: 'E_CONFLICT',
        reason: 'crm.changed',
        conflicts: [{ name: 'amount', base: '1000000', current: '2000000' }],
      },
    })
    expect([patches(), await stored('kadai'), await history()]).toEqual([0, undefined, []])
  })

  it('is overwritten with exactly the value that was shown', async () => {
    await hubspot.portal.changeDeal(fixture.dealId, { amount: '2000000' })
    expect((await write({ ...wanted, overwrite: { amount: '2000000' } })).status).toBe(200)
    expect((await history())[0]?.properties[0]).toMatchObject({ name: 'amount', before: '2000000', after: '3500000' })
  })

  it('another value than the one to overwrite is a new conflict', async () => {
    await hubspot.portal.changeDeal(fixture.dealId, { amount: '2500000' })
    const conflicts = [{ name: 'amount', base: '1000000', current: '2500000' }]
    expect(await write({ ...wanted, overwrite: { amount: '2000000' } })).toMatchObject({
      status: 409,
      body: { conflicts },
    })
  })

  it('a change of a property that is not written is no conflict', async () => {
    await hubspot.portal.changeDeal(fixture.dealId, { yosan: '1' })
    expect((await write(wanted)).status).toBe(200)
    expect(await stored('yosan')).toBe('1')
  })
})
