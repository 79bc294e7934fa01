import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectedApi } from '../../test/hubspot-api.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import type { HubspotApi } from '../provider/hubspot-api.ts'
import { LIMITS_OF_HUBSPOT } from './limits.ts'

let hubspot: HubspotServer
let api: HubspotApi
let accessToken: string

beforeAll(async () => {
  hubspot = await startHubspot({ limits: { tenSecondly: 100_000, secondly: 100_000 } })
  ;({ api, accessToken } = await connectedApi(hubspot))
})

afterAll(() => hubspot.stop())

function ask(method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${hubspot.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
}

function repeated<T>(length: number, item: T): T[] {
  return Array.from({ length }, () => item)
}

async function namesOf(query: string): Promise<(string | null | undefined)[]> {
  const { deals } = await api.searchDeals({ after: 0, limit: 50, query })
  return deals.map(({ properties }) => properties['dealname']).toSorted()
}

describe('searches of deals', () => {
  it.each([
    ['アオゾラ', ['株式会社アオゾラ製作所 会話記録システム導入', '株式会社アオゾラ製作所 工場展開']],
    ['ｱｵｿﾞﾗ', ['株式会社アオゾラ製作所 会話記録システム導入', '株式会社アオゾラ製作所 工場展開']],
    ['アオゾラ 工場', ['株式会社アオゾラ製作所 工場展開']],
    ['信用金庫', ['ひまわり信用金庫 コールセンター支援']],
    ['庫', ['Kitano Logistics 倉庫業務の面談', 'ひまわり信用金庫 コールセンター支援']],
    ['nagisa', ['Nagisa Systems 株式会社 英語会議の議事録']],
    ['NAGI', ['Nagisa Systems 株式会社 英語会議の議事録']],
    ['gistics', ['Kitano Logistics 倉庫業務の面談']],
    ['存在しない', []],
    ["'; drop table users; --", []],
    ['(.*)', []],
    ['%', []],
  ])('finds %s', async (query, expected) => {
    expect(await namesOf(query)).toEqual(expected)
  })

  it('filters by pipeline and stage', async () => {
    const renewals = await api.searchDeals({ after: 0, limit: 50, pipeline: '71904421' })
    expect(renewals.total).toBe(10)
    const offered = await api.searchDeals({ after: 0, limit: 50, pipeline: 'default', stage: 'contractsent' })
    expect(offered.deals.map(({ properties }) => properties['dealstage'])).toEqual(Array(3).fill('contractsent'))
    expect((await api.searchDeals({ after: 0, limit: 50, stage: 'contractsent', query: 'トキワ' })).total).toBe(1)
  })

  it('pages through all deals once, the last changed first', async () => {
    const seen: string[] = []
    const changed: string[] = []
    for (let after = 0; after < 41; after += 15) {
      const { deals, total } = await api.searchDeals({ after, limit: 15 })
      expect(total).toBe(41)
      seen.push(...deals.map(({ id }) => id))
      changed.push(...deals.map(({ updatedAt }) => updatedAt))
    }
    expect(new Set(seen).size).toBe(41)
    expect(changed).toEqual(changed.toSorted().toReversed())
  })

  it('moves a deal to the front when it is changed, and does not show deleted deals', async () => {
    await api.updateDeal('21480160412', { kadai: '変更' })
    const first = await api.searchDeals({ after: 0, limit: 1 })
    expect(first.deals[0]?.id).toBe('21480160412')
    const id = await hubspot.portal.addDeal({ dealname: '消える取引' })
    expect(await namesOf('消える取引')).toHaveLength(1)
    await hubspot.portal.deleteDeal(id)
    expect(await namesOf('消える取引')).toHaveLength(0)
  })
})

describe('the published API', () => {
  it('refuses a page beyond 10,000 deals', async () => {
    const answer = await ask('POST', '/crm/v3/objects/deals/search', { after: '9990', limit: 20 })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ status: 'error', category: 'VALIDATION_ERROR' })
  })

  it.each([
    ['six groups', { filterGroups: repeated(6, { filters: [] }) }],
    [
      'seven filters',
      { filterGroups: [{ filters: repeated(7, { propertyName: 'amount', operator: 'HAS_PROPERTY' }) }] },
    ],
    [
      'an unknown operator',
      { filterGroups: [{ filters: [{ propertyName: 'amount', operator: 'LIKE', value: 'x' }] }] },
    ],
    ['an unknown property', { filterGroups: [{ filters: [{ propertyName: 'nai', operator: 'EQ', value: 'x' }] }] }],
    ['a page of 201', { limit: 201 }],
    ['a body of another form', { filterGroups: 'all' }],
  ])('refuses a search with %s', async (_name, body) => {
    expect((await ask('POST', '/crm/v3/objects/deals/search', body)).status).toBe(400)
  })

  it.each([
    [{ operator: 'EQ', value: '3500000' }, 1],
    [{ operator: 'GT', value: '10000000' }, 2],
    [{ operator: 'BETWEEN', value: '400000', highValue: '600000' }, 3],
    [{ operator: 'IN', values: ['3500000', '8200000'] }, 2],
    [{ operator: 'NOT_HAS_PROPERTY' }, 7],
  ])('filters amounts by %j', async (filter, total) => {
    const answer = await ask('POST', '/crm/v3/objects/deals/search', {
      filterGroups: [{ filters: [{ propertyName: 'amount', ...filter }] }],
    })
    expect(((await answer.json()) as { total: number }).total).toBe(total)
  })

  it('answers a batch with missing deals with 207 and their ids', async () => {
    const answer = await ask('POST', '/crm/v3/objects/deals/batch/read', {
      inputs: [{ id: '21480160001' }, { id: '5' }],
      properties: ['dealname'],
    })
    expect(answer.status).toBe(207)
    const body = (await answer.json()) as { results: { id: string }[] }
    expect(body.results.map(({ id }) => id)).toEqual(['21480160001'])
    expect(body).toMatchObject({ numErrors: 1, errors: [{ category: 'OBJECT_NOT_FOUND', context: { ids: ['5'] } }] })
  })

  it.each([
    ['GET', '/crm/v3/objects/contacts'],
    ['DELETE', '/crm/v3/objects/deals/21480160001'],
    ['GET', '/crm/v3/objects/deals/%E0%A4%A'],
    ['GET', '/'],
    ['POST', '/oauth/v1/token'],
  ])('does not know %s %s', async (method, path) => {
    expect((await ask(method, path)).status).toBe(404)
  })

  it('answers broken JSON with 400', async () => {
    const answer = await fetch(`${hubspot.url}/crm/v3/objects/deals/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
      body: '{',
    })
    expect(answer.status).toBe(400)
  })

  it('names the properties of a deal that were asked for, unknown ones not', async () => {
    const answer = await ask('GET', '/crm/v3/objects/deals/21480160001?properties=kadai,dealname&properties=nai')
    const { properties } = (await answer.json()) as { properties: object }
    expect(Object.keys(properties)).toEqual(['kadai', 'dealname', 'createdate', 'hs_lastmodifieddate', 'hs_object_id'])
  })
})

describe('limits', () => {
  it('lets four searches a second through; the fifth is refused without headers', async () => {
    hubspot.limits = LIMITS_OF_HUBSPOT
    // These would need fifteen seconds.
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask('POST', '/crm/v3/objects/deals/search', {})))
    const refused = answers.filter(({ status }) => status === 429)
    const [first] = refused
    expect(refused.length).toBeGreaterThanOrEqual(1)
    expect(await first?.json()).toMatchObject({
      status: 'error',
      message: 'You have reached your secondly limit.',
      errorType: 'RATE_LIMIT',
      policyName: 'SECONDLY',
    })
    expect(first?.headers.get('retry-after')).toBeNull()
    expect(first?.headers.get('x-hubspot-ratelimit-remaining')).toBeNull()
  })

  it('counts other calls of ten seconds in headers', async () => {
    hubspot.limits = { tenSecondly: 5, secondly: 1 }
    await hubspot.portal.addPortal('77')
    hubspot.portal.id = '77'
    const other = await connectedApi(hubspot)
    hubspot.portal.id = '48201577'
    const read = () =>
      fetch(`${hubspot.url}/crm/v3/properties/deals/groups`, {
        headers: { authorization: `Bearer ${other.accessToken}` },
      })
    const answers = await Promise.all(Array.from({ length: 30 }, () => read()))
    const remaining = answers.map(({ headers }) => Number(headers.get('x-hubspot-ratelimit-remaining')))
    expect(Math.max(...remaining)).toBe(4)
    const refused = answers.find(({ status }) => status === 429)
    expect(await refused?.json()).toMatchObject({ policyName: 'TEN_SECONDLY_ROLLING' })
    expect(refused?.headers.get('x-hubspot-ratelimit-interval-milliseconds')).toBe('10000')
    // Another portal has limits of its own.
    expect((await ask('GET', '/crm/v3/properties/deals/groups')).status).toBe(200)
  })
})
