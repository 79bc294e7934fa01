// The definitions of a portal, as the dialog reads them.
import { disconnectCrm, getCrmMaster } from '@kaiwa/contract/crm.ts'
import { CRM_FIELD_TYPES } from '@kaiwa/contract/crm-words.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectPortal, createCrmFixture, type CrmFixture, writeDeal } from '../../test/factories/crm.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

const PROPERTIES = /GET \/crm\/.*properties\/.*deals$/

let hubspot: HubspotServer
let test: TestApp
let fixture: CrmFixture
beforeAll(async () => {
  hubspot = await startHubspot({ limits: { tenSecondly: 100_000, secondly: 100_000 } })
  test = await openTestApp({ env: hubspot.env })
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  fixture = await createCrmFixture(test, hubspot)
  hubspot.calls.length = 0
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})

function reads(): number {
  return hubspot.calls.filter((call) => PROPERTIES.test(call)).length
}

function read(query: { force?: '0' | '1'; any_age?: '0' | '1' } = {}) {
  return test.call(getCrmMaster, { query: { ...query, projectFileId: fixture.file.id } }, fixture.editor)
}

/** Sets the age of the copy, in minutes. */
async function age(minutes: number): Promise<void> {
  await test.db
    .updateTable('crm_master')
    .set({ fetched_at: sql<Date>`now() - make_interval(mins => ${minutes})` })
    .where('workspace_id', '=', fixture.owner.workspaceId)
    .execute()
}

it('CRM-44 GET master data takes force=1', async () => {
  const get = async (query: string) => {
    const url = `/api/hubspot/master?projectFileId=${fixture.file.id}${query}`
    const headers = { authorization: `Bearer ${fixture.editor.token}` }
    const { statusCode, body } = await test.http.inject({ method: 'GET', url, headers })
    const { properties } = JSON.parse(body) as { properties: { name: string }[] }
    return [statusCode, properties.some(({ name }) => name === 'added')]
  }
  expect([await get(''), reads()]).toEqual([[200, false], 1])
  await hubspot.portal.addProperty({ name: 'added' })
  expect([await get(''), reads()]).toEqual([[200, false], 1])
  expect([await get('&force=1'), reads()]).toEqual([[200, true], 2])
  await hubspot.portal.removeProperty('added')
})

it('time zone and currency are those of the portal today', async () => {
  const portal = await hubspot.portal.read()
  const zoneOf = async () => {
    const { body } = await read({ force: '1' })
    const row = await test.db
      .selectFrom('crm_connections')
      .select(['time_zone', 'currency'])
      .where('workspace_id', '=', fixture.owner.workspaceId)
      .executeTakeFirst()
    return [body.time_zone, body.currency, row?.time_zone, row?.currency]
  }
  expect(await zoneOf()).toEqual(['Asia/Tokyo', 'JPY', 'Asia/Tokyo', 'JPY'])
  await hubspot.portal.define((changed) => Object.assign(changed, { timeZone: 'Europe/Berlin', currency: 'EUR' }))
  try {
    expect(await zoneOf()).toEqual(['Europe/Berlin', 'EUR', 'Europe/Berlin', 'EUR'])
  } finally {
    await hubspot.portal.define((changed) => Object.assign(changed, portal))
  }
})

it('CRM-37 pipeline fields: label with stages', async () => {
  const { body } = await read()
  expect(body.pipelines[1]).toEqual({
    id: '71904421',
    label: '既存顧客・更新',
    stages: [
      { id: '139820451', label: '更新案内' },
      { id: '139820452', label: '利用状況の確認' },
      { id: '139820453', label: 'アップセル提案' },
      { id: '139820454', label: '契約更新' },
      { id: '139820455', label: '解約' },
    ],
  })
})

it('CRM-38 property fields: name, label, fieldType, options, groupName, displayOrder', async () => {
  const { properties } = (await read()).body
  expect(properties.find(({ name }) => name === 'riyou_system')).toMatchObject({
    name: 'riyou_system',
    label: '利用中のシステム',
    fieldType: 'checkbox',
    options: expect.arrayContaining([{ label: 'クラウド電話', value: 'phone' }]),
    groupName: 'hearing',
    displayOrder: expect.any(Number),
  })
  expect([...new Set(properties.map(({ fieldType }) => fieldType))].toSorted()).toEqual(CRM_FIELD_TYPES.toSorted())
  const optionsOf = (wanted: string) => properties.find(({ name }) => name === wanted)?.options
  expect(optionsOf('pipeline')).toContainEqual({ label: '新規営業', value: 'default' })
  expect(optionsOf('dealstage')).toContainEqual({ label: '見積提出', value: 'decisionmakerboughtin' })
  // Read-only at HubSpot.
  expect(optionsOf('hs_lastmodifieddate')).toBeUndefined()
})

it('CRM-39 property group fields: name, label, propertyCount', async () => {
  const { groups, properties } = (await read()).body
  const inGroup = properties.filter(({ groupName }) => groupName === 'decision')
  expect(groups).toContainEqual({ name: 'decision', label: '決裁と予算', propertyCount: inGroup.length })
  expect(inGroup.length).toBeGreaterThan(3)
})

it('CRM-22 property groups with zero properties are hidden', async () => {
  const portal = await hubspot.portal.read()
  expect(portal.groups.map(({ name }) => name)).toContain('deal_revenue')
  const { groups } = (await read()).body
  expect(groups.map(({ name }) => name)).not.toContain('deal_revenue')
  expect(groups.every(({ propertyCount }) => propertyCount > 0)).toBe(true)
})

it('CRM-40 setting_properties holds the saved property selection', async () => {
  expect((await read()).body.setting_properties).toEqual([])
  await hubspot.portal.addProperty({ name: 'soon_removed' })
  await read({ force: '1' })
  const properties = { kadai: '記録に時間がかかる', soon_removed: 'x' }
  const write = { dealId: fixture.dealId, fileId: fixture.file.id, properties, is_save_property: true }
  expect((await writeDeal(test, write, fixture.editor)).status).toBe(200)
  expect((await read()).body.setting_properties).toEqual(['kadai', 'soon_removed'])
  await hubspot.portal.removeProperty('soon_removed')
  expect((await read({ force: '1' })).body.setting_properties).toEqual(['kadai'])
  expect((await read()).body.setting_properties).toEqual(['kadai'])
})

describe('the copy', () => {
  it('is read again after ten minutes', async () => {
    await read()
    await age(9)
    await read()
    expect(reads()).toBe(1)
    await age(11)
    const { fetched_at } = (await read()).body
    expect([reads(), Date.now() - Date.parse(fetched_at) < 60_000]).toEqual([2, true])
  })

  it('of any age is answered without a call to HubSpot, and says that it is due', async () => {
    const first = (await read()).body
    expect([first.is_due, (await read({ any_age: '1' })).body.is_due]).toEqual([false, false])
    await age(11)
    hubspot.isDown = true
    try {
      const { body } = await read({ any_age: '1' })
      expect([body.is_due, body.is_outdated, body.properties, reads()]).toEqual([true, false, first.properties, 1])
    } finally {
      hubspot.isDown = false
    }
    expect([(await read()).body.is_due, reads()]).toEqual([false, 2])
    expect([(await read({ any_age: '1', force: '1' })).body.is_due, reads()]).toEqual([false, 3])
  })

  it('has the fields of an answer of HubSpot, and the type of every answer', async () => {
    const fresh = await read({ force: '1' })
    const copy = await read()
    expect([copy.body, copy.headers['content-type']]).toEqual([fresh.body, fresh.headers['content-type']])
    expect(reads()).toBe(1)
  })

  it('is read after connecting, before the first dialog', async () => {
    // The jobs of the other tests' workspaces.
    await test.settle()
    await test.succeed(disconnectCrm, {}, fixture.owner)
    await connectPortal(test, fixture.owner)
    hubspot.calls.length = 0
    await test.settle()
    expect([reads(), (await read()).status, reads()]).toEqual([1, 200, 1])
  })

  it('is read from HubSpot if no copy is stored, also when a copy of any age is accepted', async () => {
    expect([(await read({ any_age: '1' })).body.is_due, reads()]).toEqual([false, 1])
  })

  it('is not shown while HubSpot refuses the tokens', async () => {
    await read()
    await test.db
      .updateTable('crm_connections')
      .set({ problem: 'revoked' })
      .where('workspace_id', '=', fixture.owner.workspaceId)
      .execute()
    expect(await read({ any_age: '1' })).toMatchObject({ status: 409, body: { reason: 'crm.disconnected' } })
  })

  const outages: [string, () => void][] = [
    ['does not answer', () => (hubspot.isDown = true)],
    ['answers HTML', () => hubspot.fault({ kind: 'html', status: 200 }, { times: 100 })],
    ['has an internal error', () => hubspot.fault({ kind: 'status', status: 500 }, { times: 100 })],
    ['asks to wait', () => hubspot.fault({ kind: 'wait', seconds: 60 }, { times: 100 })],
  ]
  it.each(outages)('is shown as outdated when HubSpot %s', async (_name, begin) => {
    const first = (await read()).body
    await age(15)
    begin()
    try {
      const { body } = await read({ force: '1' })
      expect([body.is_outdated, body.properties]).toEqual([true, first.properties])
      expect(Date.now() - Date.parse(body.fetched_at)).toBeGreaterThan(14 * 60_000)
    } finally {
      hubspot.isDown = false
      hubspot.clearFaults()
      await test.db.updateTable('crm_connections').set({ blocked_until: null }).execute()
    }
    expect((await read()).body.is_outdated).toBe(false)
  })

  it('without one, HubSpot has to answer', async () => {
    hubspot.isDown = true
    try {
      expect(await read()).toMatchObject({ status: 503, body: { error: 'E_UNAVAILABLE', reason: 'crm.unavailable' } })
    } finally {
      hubspot.isDown = false
    }
  })

  it('is read once for calls at the same time, over two processes', async () => {
    const database = { url: test.databaseUrl, drop: async () => undefined }
    const other = await openTestApp({ env: hubspot.env, database })
    try {
      hubspot.fault({ kind: 'slow', ms: 1_500 }, { call: PROPERTIES })
      const query = { force: '1' as const, projectFileId: fixture.file.id }
      const answers = await Promise.all(
        [test, other, test, other].map((node) => node.call(getCrmMaster, { query }, fixture.editor)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(reads()).toBe(1)
    } finally {
      await other.close()
    }
  })

  it('of a portal that was connected before is not shown', async () => {
    const { id } = hubspot.portal
    expect((await read()).body.hubspot_id).toBe(id)
    await test.succeed(disconnectCrm, {}, fixture.owner)
    expect(await read()).toMatchObject({ status: 409, body: { error: 'E_CONFLICT', reason: 'crm.disconnected' } })
    await hubspot.portal.addPortal('900')
    hubspot.portal.id = '900'
    await hubspot.portal.addProperty({ name: 'of_the_second' })
    try {
      await connectPortal(test, fixture.owner)
      const { body } = await read()
      expect([body.hubspot_id, body.properties.some(({ name }) => name === 'of_the_second')]).toEqual(['900', true])
    } finally {
      hubspot.portal.id = id
    }
  })

  it('of 500 properties is read with one call', async () => {
    await hubspot.portal.define((portal) => {
      const model = portal.properties.find(({ name }) => name === 'kadai')!
      for (let n = portal.properties.length; n < 500; n += 1) portal.properties.push({ ...model, name: `many_${n}` })
    })
    const { properties, groups } = (await read()).body
    expect([reads(), properties.length > 450]).toEqual([1, true])
    expect(groups.reduce((sum, { propertyCount }) => sum + propertyCount, 0)).toBe(properties.length)
    await hubspot.portal.define((portal) => {
      portal.properties = portal.properties.filter(({ name }) => !name.startsWith('many_'))
    })
  })
})
