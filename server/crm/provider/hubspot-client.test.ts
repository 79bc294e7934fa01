import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Fault, type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { connectedApi } from '../../test/hubspot-api.ts'
import { type HubspotApi, HubspotFailure } from './hubspot-api.ts'
import { openHubspotApi } from './hubspot-client.ts'

let hubspot: HubspotServer
let api: HubspotApi
let accessToken: string

beforeAll(async () => {
  // Limits have tests of their own.
  hubspot = await startHubspot({ limits: { tenSecondly: 10_000, secondly: 10_000 } })
  ;({ api, accessToken } = await connectedApi(hubspot))
})

afterAll(() => hubspot.stop())

beforeEach(() => {
  hubspot.clearFaults()
  hubspot.calls.length = 0
})

async function failureOf(call: Promise<unknown>): Promise<HubspotFailure> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof HubspotFailure)) throw new Error('no failure of HubSpot', { cause: error })
  return error
}

describe('reading a portal with the official client', () => {
  it('reads the account', async () => {
    expect(await api.readAccount()).toEqual({
      portalId: '48201577',
      domain: '株式会社みどり商会（お試し）',
      timeZone: 'Asia/Tokyo',
      currency: 'JPY',
    })
    expect(hubspot.calls).toEqual(['GET /account-info/v3/details'])
  })

  it('reads a time zone that this system does not know as UTC', async () => {
    hubspot.fault({ kind: 'status', status: 200, body: { portalId: 1, timeZone: 'Mars/Base' } })
    expect(await api.readAccount()).toEqual({ portalId: '1', domain: null, timeZone: 'UTC', currency: null })
  })

  it('CRM-37 pipelines have a label and stages', async () => {
    const pipelines = await openHubspotApi({ apiUrl: hubspot.url, accessToken }).readPipelines()
    expect(pipelines.map(({ label }) => label)).toEqual(['新規営業', '既存顧客・更新'])
    expect(pipelines[0]?.stages).toEqual([
      { id: 'appointmentscheduled', label: 'アポイント獲得' },
      { id: 'qualifiedtobuy', label: 'ヒアリング' },
      { id: 'presentationscheduled', label: '提案' },
      { id: 'decisionmakerboughtin', label: '見積提出' },
      { id: 'contractsent', label: '最終交渉' },
      { id: 'closedwon', label: '受注' },
      { id: 'closedlost', label: '失注' },
    ])
    expect(hubspot.calls).toEqual(['GET /crm/v3/pipelines/deals'])
  })

  it('CRM-38 properties have name, label, fieldType, options, groupName and displayOrder; all seven field types occur', async () => {
    const properties = await api.readProperties()
    expect([...new Set(properties.map(({ fieldType }) => fieldType))].toSorted()).toEqual([
      'booleancheckbox',
      'checkbox',
      'date',
      'number',
      'select',
      'text',
      'textarea',
    ])
    expect(properties.find(({ name }) => name === 'kessai_process')).toEqual({
      name: 'kessai_process',
      label: '決裁プロセス',
      description: '導入を決める手続き。',
      type: 'enumeration',
      fieldType: 'select',
      options: [
        { label: '稟議', value: 'ringi' },
        { label: '取締役会', value: 'board' },
        { label: '部門内決裁', value: 'department' },
        { label: '入札', value: 'tender' },
      ],
      groupName: 'decision',
      displayOrder: expect.any(Number) as number,
      isCurrency: false,
    })
    expect(properties.find(({ name }) => name === 'yosan')?.isCurrency).toBe(true)
    const names = properties.map(({ name }) => name)
    for (const unwritable of [
      'hs_object_id',
      'createdate',
      'hs_projected_amount',
      'hs_attachments',
      'hubspot_owner_id',
    ])
      expect(names).not.toContain(unwritable)
  })

  it('CRM-39 property groups have name and label, and their number of properties follows from groupName', async () => {
    const groups = await api.readGroups()
    const properties = await api.readProperties()
    const counted = groups.map((group) => ({
      ...group,
      propertyCount: properties.filter(({ groupName }) => groupName === group.name).length,
    }))
    expect(counted).toEqual([
      { name: 'dealinformation', label: '取引情報', propertyCount: 9 },
      { name: 'hearing', label: 'ヒアリング内容', propertyCount: 8 },
      { name: 'decision', label: '決裁と予算', propertyCount: 7 },
      { name: 'schedule', label: '導入スケジュール', propertyCount: 4 },
      { name: 'contract', label: '契約条件', propertyCount: 5 },
      { name: 'deal_revenue', label: '収益分析', propertyCount: 0 },
    ])
  })

  it('CRM-35 a deal has id, properties with pipeline and dealstage, createdAt and updatedAt', async () => {
    const deal = await api.readDeal('21480160001', ['dealname', 'pipeline', 'dealstage', 'kyougou', 'kadai'])
    expect(deal).toEqual({
      id: '21480160001',
      properties: {
        dealname: '株式会社アオゾラ製作所 会話記録システム導入',
        pipeline: 'default',
        dealstage: 'presentationscheduled',
        kyougou: 'voicelog;gijiroku_master',
        kadai: null,
      },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    })
    expect(hubspot.calls).toEqual(['POST /crm/v3/objects/deals/batch/read'])
  })

  it('reads 500 properties of a deal in one call', async () => {
    await hubspot.portal.define((portal) => {
      const model = portal.properties.find(({ name }) => name === 'kadai')
      if (model)
        for (let index = 0; index < 470; index += 1)
          portal.properties.push({
            ...model,
            name: `a_property_with_a_rather_long_name_${index}`,
            label: `項目${index}`,
          })
    })
    const names = (await api.readProperties()).map(({ name }) => name)
    expect(names.length).toBeGreaterThanOrEqual(500)
    hubspot.calls.length = 0
    const deal = await api.readDeal('21480160001', names)
    expect(Object.keys(deal.properties)).toHaveLength(names.length)
    expect(hubspot.calls).toHaveLength(1)
  })
})

describe('writing', () => {
  it('writes all values in one PATCH and answers the changed deal', async () => {
    const id = await hubspot.portal.addDeal({ dealname: '書き込み', kadai: '前の値' })
    const before = await api.readDeal(id, ['kadai'])
    const deal = await api.updateDeal(id, {
      kadai: '絵文字😀 <b>مرحبا</b>',
      amount: '3500000',
      dounyu_jiki: '2026-12-01',
    })
    expect(deal.properties).toMatchObject({
      kadai: '絵文字😀 <b>مرحبا</b>',
      amount: '3500000',
      dounyu_jiki: '2026-12-01',
    })
    expect(Date.parse(deal.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    expect(hubspot.calls).toContain(`PATCH /crm/v3/objects/deals/${id}`)
  })

  it('empties a property with an empty text', async () => {
    const id = await hubspot.portal.addDeal({ dealname: '空にする', kadai: '前の値' })
    await api.updateDeal(id, { kadai: '' })
    expect((await api.readDeal(id, ['kadai'])).properties).toEqual({ kadai: null })
  })

  it('writes nothing if one value is refused, and names every refused property', async () => {
    const id = await hubspot.portal.addDeal({ dealname: '拒否' })
    const failure = await failureOf(api.updateDeal(id, { kadai: '良い', yosan: 'たくさん', sonzaishinai: '1' }))
    expect(failure.kind).toBe('invalid')
    expect(failure.refused).toEqual({
      yosan: 'たくさん was not a valid number.',
      sonzaishinai: 'Property "sonzaishinai" does not exist',
    })
    expect((await hubspot.portal.readDeal(id))?.properties).not.toHaveProperty('kadai')
  })

  it('refuses a property that was removed and an option that was renamed since the definitions were read', async () => {
    await hubspot.portal.addProperty({ name: 'kieru', label: '消える' })
    const id = await hubspot.portal.addDeal({ dealname: '変わる定義' })
    await hubspot.portal.removeProperty('kieru')
    await hubspot.portal.define((portal) => {
      const option = portal.properties.find(({ name }) => name === 'kakudo')?.options[0]
      if (option) option.value = 'renamed'
    })
    const { refused } = await failureOf(api.updateDeal(id, { kieru: 'x', kakudo: 'a' }))
    expect(Object.keys(refused)).toEqual(['kieru', 'kakudo'])
  })

  it('accepts 65,536 characters and refuses one more', async () => {
    const id = await hubspot.portal.addDeal({ dealname: '長い値' })
    await api.updateDeal(id, { kadai: '長'.repeat(65_536) })
    const failure = await failureOf(api.updateDeal(id, { kadai: '長'.repeat(65_537) }))
    expect(Object.keys(failure.refused)).toEqual(['kadai'])
  })

  it('keeps both of two writes of different properties at the same time', async () => {
    const id = await hubspot.portal.addDeal({ dealname: '同時' })
    await Promise.all([
      api.updateDeal(id, { kadai: 'A' }),
      api.updateDeal(id, { kessaisha: 'B' }),
      api.updateDeal(id, { hs_next_step: 'C' }),
      api.updateDeal(id, { amount: '1' }),
    ])
    const { properties } = await api.readDeal(id, ['kadai', 'kessaisha', 'hs_next_step', 'amount'])
    expect(properties).toEqual({ kadai: 'A', kessaisha: 'B', hs_next_step: 'C', amount: '1' })
  })
})

describe('deleted and merged deals', () => {
  it('does not find a deal that was deleted or never existed', async () => {
    const id = await hubspot.portal.addDeal({ dealname: '削除' })
    await hubspot.portal.deleteDeal(id)
    for (const gone of [id, '99', '1'.repeat(30)]) {
      expect((await failureOf(api.readDeal(gone, ['dealname']))).kind).toBe('missing')
      expect((await failureOf(api.updateDeal(gone, { kadai: 'x' }))).kind).toBe('missing')
    }
  })

  it('answers a merged deal under its new id, also after two merges', async () => {
    const [first, second, third] = await Promise.all(
      ['一', '二', '三'].map((name) => hubspot.portal.addDeal({ dealname: `統合${name}` })),
    )
    if (!first || !second || !third) throw new Error('three deals')
    await hubspot.portal.mergeDeal(first, second)
    await hubspot.portal.mergeDeal(second, third)
    const deal = await api.readDeal(first, ['dealname'])
    expect([deal.id, deal.properties['dealname']]).toEqual([third, '統合三'])
    expect((await api.updateDeal(first, { kadai: 'x' })).id).toBe(third)
  })
})

describe('failures', () => {
  const cases: [string, Fault, string][] = [
    ['500', { kind: 'status', status: 500 }, 'unavailable'],
    ['503', { kind: 'status', status: 503 }, 'unavailable'],
    ['HTML with 502', { kind: 'html' }, 'unavailable'],
    ['HTML with 200', { kind: 'html', status: 200 }, 'unavailable'],
    ['JSON in an unknown form', { kind: 'status', status: 200, body: { hello: 'world' } }, 'unavailable'],
    ['a cut connection', { kind: 'cut' }, 'unavailable'],
    ['a connection that is cut after the call was done', { kind: 'cut-after' }, 'unavailable'],
    ['a redirect', { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'unavailable'],
    ['423', { kind: 'status', status: 423 }, 'wait'],
    ['477', { kind: 'status', status: 477, headers: { 'retry-after': '3' } }, 'wait'],
    ['401', { kind: 'status', status: 401 }, 'unauthorized'],
    ['403 for a scope', { kind: 'status', status: 403, body: { category: 'MISSING_SCOPES' } }, 'forbidden'],
    ['403 for something else', { kind: 'status', status: 403, body: { category: 'FORBIDDEN' } }, 'denied'],
    ['HTML with 403', { kind: 'html', status: 403 }, 'unavailable'],
  ]
  const calls: [string, () => Promise<unknown>][] = [
    ['account', () => api.readAccount()],
    ['pipelines', () => openHubspotApi({ apiUrl: hubspot.url, accessToken }).readPipelines()],
    ['groups', () => api.readGroups()],
    ['properties', () => api.readProperties()],
    ['search', () => api.searchDeals({ after: 0, limit: 5 })],
    ['reading', () => api.readDeal('21480160001', ['dealname'])],
    ['writing', () => api.updateDeal('21480160001', { kadai: 'x' })],
  ]
  for (const [fault, planned, kind] of cases)
    it.each(calls)(`${fault} is "${kind}" and is not repeated: %s`, async (_name, call) => {
      hubspot.fault(planned, { times: 5 })
      expect((await failureOf(call())).kind).toBe(kind)
      expect(hubspot.calls).toHaveLength(1)
    })

  it('passes the seconds of a rate limit on', async () => {
    hubspot.fault({ kind: 'wait', seconds: 42 })
    expect(await failureOf(api.readGroups())).toMatchObject({ kind: 'wait', retryAfter: 42 })
    hubspot.fault({ kind: 'wait', policy: 'SECONDLY' })
    expect(await failureOf(api.searchDeals({ after: 0, limit: 5 }))).toMatchObject({ kind: 'wait', retryAfter: 1 })
  })

  it('ends a call when its signal is aborted', async () => {
    const abort = new AbortController()
    const slow = openHubspotApi({ apiUrl: hubspot.url, accessToken, signal: abort.signal })
    hubspot.fault({ kind: 'slow', ms: 60_000 }, { call: /groups/ })
    const call = slow.readGroups()
    setTimeout(() => abort.abort(new Error('the person left')), 50)
    await expect(call).rejects.toThrow('the person left')
  })

  it.each([
    ['an answer', { kind: 'slow' as const, ms: 60_000 }],
    ['the rest of an answer', { kind: 'stall' as const }],
  ])('is unavailable when %s does not come in time', async (_name, fault) => {
    hubspot.fault(fault)
    const failure = await failureOf(openHubspotApi({ apiUrl: hubspot.url, accessToken, timeoutMs: 300 }).readGroups())
    expect(failure).toMatchObject({ kind: 'unavailable', message: 'HubSpot did not answer in time' })
  })

  it('is unavailable where nothing listens', async () => {
    const failure = await failureOf(openHubspotApi({ apiUrl: 'http://127.0.0.1:1', accessToken }).readGroups())
    expect(failure.kind).toBe('unavailable')
  })

  it('reads the pipelines again after a failure', async () => {
    const fresh = openHubspotApi({ apiUrl: hubspot.url, accessToken })
    hubspot.fault({ kind: 'status', status: 500 })
    await failureOf(fresh.readPipelines())
    expect(await fresh.readPipelines()).toHaveLength(2)
  })
})
