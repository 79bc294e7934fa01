// Answers of HubSpot that are too long, or have another form than its published API.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectedApi } from '../../test/hubspot-api.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import type { HubspotApi } from './hubspot-api.ts'

let hubspot: HubspotServer
let api: HubspotApi

beforeAll(async () => {
  hubspot = await startHubspot({ limits: { tenSecondly: 10_000, secondly: 10_000 } })
  ;({ api } = await connectedApi(hubspot))
})

afterAll(() => hubspot.stop())

beforeEach(() => {
  hubspot.clearFaults()
})

const DEAL = '21480160001'
const AT = '2026-01-01T00:00:00Z'

function answer(body: object, status = 200): void {
  hubspot.fault({ kind: 'status', status, body })
}

function search() {
  return api.searchDeals({ after: 0, limit: 5 })
}

function dealWith(changes: object): object {
  return { id: DEAL, properties: { dealname: 'A' }, createdAt: AT, updatedAt: AT, ...changes }
}

it('does not read an answer without end', async () => {
  hubspot.fault({ kind: 'endless' })
  await expect(api.readGroups()).rejects.toMatchObject({
    kind: 'unavailable',
    cause: { message: 'the answer of HubSpot is too long' },
  })
})

describe('a deal in another form is unavailable', () => {
  it.each<[string, object]>([
    ['a number as value', { properties: { dealname: 5 } }],
    ['an object as value', { properties: { dealname: { toString: 'x' } } }],
    ['no properties', { properties: null }],
    ['an id that is a number', { id: 5 }],
    ['an id that is a path', { id: '../1' }],
    ['an id of 30 digits', { id: '1'.repeat(30) }],
    ['no time', { updatedAt: null }],
    ['a time that is none', { createdAt: 'yesterday' }],
  ])('%s', async (_name, changes) => {
    for (const [call, body] of [
      [() => api.readDeal(DEAL, ['dealname']), { results: [dealWith(changes)] }],
      [search, { results: [dealWith(changes)], total: 1 }],
      [() => api.updateDeal(DEAL, { kadai: 'x' }), dealWith(changes)],
    ] as const) {
      answer(body)
      await expect(call()).rejects.toMatchObject({ kind: 'unavailable' })
    }
  })

  it.each([
    ['no total', {}],
    ['a text as total', { total: '5' }],
    ['a negative total', { total: -1 }],
  ])('%s', async (_name, changes) => {
    answer({ results: [], ...changes })
    await expect(search()).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('definitions in another form are unavailable', () => {
  it.each<[string, () => Promise<unknown>, object]>([
    ['a pipeline without stages', () => api.readPipelines(), { id: '1', label: 'A', displayOrder: 0, archived: false }],
    ['a group without a label', () => api.readGroups(), { name: 'a' }],
    [
      'a property whose options are a text',
      async () => {
        await api.readPipelines()
        hubspot.fault({
          kind: 'status',
          status: 200,
          body: {
            results: [{ name: 'a', label: 'A', type: 'string', fieldType: 'text', groupName: 'g', options: 'x' }],
          },
        })
        return api.readProperties()
      },
      {},
    ],
  ])('%s', async (_name, call, result) => {
    if (Object.keys(result).length > 0) answer({ results: [result] })
    await expect(call()).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

it('removes what the database cannot store from texts', async () => {
  answer({ results: [dealWith({ properties: { dealname: 'A\u0000B\ud800C😀' } })], total: 1 })
  expect((await search()).deals[0]?.properties).toEqual({ dealname: 'AB\ufffdC😀' })
  answer({ portalId: 1, timeZone: 'Asia/Tokyo', portalName: '\u0000', companyCurrency: 'yen' })
  expect(await api.readAccount()).toEqual({ portalId: '1', domain: '', timeZone: 'Asia/Tokyo', currency: null })
  answer(
    { category: 'VALIDATION_ERROR', errors: [{ message: 'a\u0000b', context: { propertyName: ['p\udc00'] } }] },
    400,
  )
  await expect(api.updateDeal(DEAL, { kadai: 'x' })).rejects.toMatchObject({
    kind: 'invalid',
    refused: { 'p\ufffd': 'ab' },
  })
})

describe('a call that HubSpot refuses as wrong', () => {
  const calls: [string, () => Promise<unknown>, string, string][] = [
    ['the account', () => api.readAccount(), 'unavailable', 'unavailable'],
    ['groups', () => api.readGroups(), 'unavailable', 'unavailable'],
    ['a search', search, 'unavailable', 'unavailable'],
    ['reading a deal', () => api.readDeal(DEAL, ['dealname']), 'missing', 'missing'],
    ['writing a deal', () => api.updateDeal(DEAL, { kadai: 'x' }), 'invalid', 'missing'],
  ]
  it.each(calls)('%s', async (_name, call, refused, missing) => {
    answer({ category: 'VALIDATION_ERROR', message: 'wrong' }, 400)
    await expect(call()).rejects.toMatchObject({ kind: refused })
    answer({ category: 'OBJECT_NOT_FOUND', message: 'gone' }, 404)
    await expect(call()).rejects.toMatchObject({ kind: missing })
  })
})
