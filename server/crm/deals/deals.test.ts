// Lists of deals, and a deal with its values.
import { getCrmDeal } from '@kaiwa/contract/crm-deals.ts'
import { listCrmDeals } from '@kaiwa/contract/crm.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCrmFixture, type CrmFixture, writeDeal } from '../../test/factories/crm.ts'
import { type HubspotServer, startHubspot } from '../../test/hubspot.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let hubspot: HubspotServer
let test: TestApp
let fixture: CrmFixture
beforeAll(async () => {
  hubspot = await startHubspot({ limits: { tenSecondly: 100_000, secondly: 100_000 } })
  test = await openTestApp({ env: hubspot.env })
  fixture = await createCrmFixture(test, hubspot)
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
})
afterAll(async () => {
  await test.close()
  await hubspot.stop()
})

describe('deals of the portal', () => {
  interface Listed {
    data: { id: string; name: string; pipeline: string; dealstage: string; amount: string | null; updatedAt: string }[]
    current_page: number
    last_page: number
    total: number
    is_more: boolean
  }

  async function list(query: Record<string, string>): Promise<Listed> {
    const url = `/api/hubspot/deals?${new URLSearchParams({ ...query, projectFileId: String(fixture.file.id) })}`
    const headers = { authorization: `Bearer ${fixture.editor.token}` }
    const { statusCode, body } = await test.http.inject({ method: 'GET', url, headers })
    expect(statusCode).toBe(200)
    return JSON.parse(body) as Listed
  }

  it('CRM-45 GET deals by stage returns the deals of a stage', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1)
      ids.push(
        await hubspot.portal.addDeal({
          dealname: `更新 ${n}`,
          pipeline: '71904421',
          dealstage: '139820455',
          amount: '500',
        }),
      )
    const { data, total } = await list({ pipeline: '71904421', stage: '139820455' })
    expect(data.every(({ dealstage, pipeline }) => dealstage === '139820455' && pipeline === '71904421')).toBe(true)
    expect([total, data.map(({ id }) => id)]).toEqual([data.length, expect.arrayContaining(ids)])
    expect(data.find(({ id }) => id === ids[0])).toEqual({
      id: ids[0],
      name: '更新 0',
      pipeline: '71904421',
      dealstage: '139820455',
      amount: '500',
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  it('are found by words of their name', async () => {
    const id = await hubspot.portal.addDeal({ dealname: '株式会社ユウヤケ 記録システム' })
    expect((await list({ query: 'ユウヤケ' })).data.map((deal) => deal.id)).toEqual([id])
    expect((await list({ query: 'ユウヤケ', stage: 'closedwon' })).data).toEqual([])
    expect((await list({ query: '   ' })).data.length).toBeGreaterThan(1)
  })

  it('come in pages of 50, up to the 10,000 that HubSpot finds', async () => {
    const at = new Date()
    const made = Array.from({ length: 10_120 }, (_, n) => ({
      id: String(40_000_000_000 + n),
      properties: { dealname: `多数 ${n}`, pipeline: 'default', dealstage: 'contractsent' },
      createdAt: at,
      modifiedAt: new Date(at.getTime() + n),
    }))
    const { total: before } = await list({ stage: 'contractsent' })
    await hubspot.portal.addDeals(made.slice(0, 60))
    const few = await list({ stage: 'contractsent', page: '2' })
    expect(few).toMatchObject({ current_page: 2, last_page: 2, total: before + 60, is_more: false })
    expect(few.data).toHaveLength(before + 10)
    await hubspot.portal.addDeals(made.slice(60))
    const last = await list({ stage: 'contractsent', page: '200' })
    expect(last).toMatchObject({ current_page: 200, last_page: 200, total: 10_000, is_more: true })
    expect(last.data).toHaveLength(50)
    const query = { projectFileId: fixture.file.id, page: 201 }
    expect((await test.call(listCrmDeals, { query }, fixture.editor)).status).toBe(422)
  })
})

describe('a deal', () => {
  function read(dealId: string, as = fixture.editor) {
    return test.call(getCrmDeal, { params: { dealId }, query: { projectFileId: fixture.file.id } }, as)
  }

  it('CRM-35 deal fields: id, properties (map of name to value and reason), pipeline, dealstage, createdAt, updatedAt', async () => {
    const id = await hubspot.portal.addDeal({
      dealname: 'アサガオ商店',
      amount: '3500000',
      dealstage: 'qualifiedtobuy',
    })
    const { body } = await read(id)
    expect(body).toMatchObject({
      id,
      name: 'アサガオ商店',
      pipeline: 'default',
      dealstage: 'qualifiedtobuy',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    expect(body.properties['amount']).toEqual({ value: '3500000', reason: null })
    expect(body.properties['kadai']).toEqual({ value: null, reason: null })
    expect(body.properties['hs_lastmodifieddate']).toBeUndefined()
    expect(body.url).toContain(id)
  })

  it('that HubSpot does not know, or that was deleted there, is not found', async () => {
    const id = await hubspot.portal.addDeal({ dealname: '削除' })
    await hubspot.portal.deleteDeal(id)
    for (const dealId of [id, '1'])
      expect(await read(dealId)).toMatchObject({ status: 404, body: { error: 'E_NOT_FOUND', reason: 'crm.deal' } })
  })

  it('that was merged is read under its new id, and its files continue there', async () => {
    const [old, kept] = [
      await hubspot.portal.addDeal({ dealname: '旧' }),
      await hubspot.portal.addDeal({ dealname: '新' }),
    ]
    await writeDeal(test, { dealId: old, fileId: fixture.file.id, properties: { kadai: '議事録' } }, fixture.editor)
    await hubspot.portal.mergeDeal(old, kept)
    const { body } = await read(old)
    expect([body.id, body.name]).toEqual([kept, '新'])
    const row = await test.db
      .selectFrom('crm_deals')
      .select(['deal_id', 'deal_name'])
      .where('file_id', '=', fixture.file.id)
      .executeTakeFirst()
    expect(row).toEqual({ deal_id: kept, deal_name: '新' })
  })
})
