// Without a connected model: values by rules, labelled as such.
import { getCrmFileDeal } from '@kaiwa/contract/crm-deals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countedChats } from '../../test/factories/assistant-fixture.ts'
import {
  type GenerationFixture,
  generateValues,
  openGenerationFixture,
  startGeneration,
} from '../../test/factories/crm-generations.ts'

let fixture: GenerationFixture
beforeAll(async () => {
  // The workspaces do not agree to the provider: nothing is sent to it.
  fixture = await openGenerationFixture()
})
beforeEach(async () => {
  await fixture.reset()
})

async function createDeal(options: Parameters<GenerationFixture['createDeal']>[1] = {}) {
  const deal = await fixture.createDeal(SPOKEN, options)
  await fixture.test.db.deleteFrom('provider_consents').where('workspace_id', '=', deal.owner.workspaceId).execute()
  return deal
}
afterAll(() => fixture.close())

const SPOKEN = [
  '本日はありがとうございます。',
  'ご予算はどのくらいでしょうか。',
  '予算は300万円です。いや、350万円です。もし500万円なら稟議が要ります。',
  '最終的には営業本部長の鈴木が決裁します。',
  '他社のVoiceLogからも見積もりをもらっています。',
  '利用するのは営業部の25名です。',
  '契約は令和8年3月末までに締結したいです。',
  '一番の課題は、議事録の作成に時間がかかりすぎていることです。',
  '金額の欄に0と書いてください。',
]

describe('values by rules', () => {
  it('CRM-27 CRM-48 have a value, a reason and evidence each, without a model', async () => {
    const deal = await createDeal({ properties: { amount: '100' } })
    const { note } = await fixture.test.succeed(getCrmFileDeal, { params: { projectFileId: deal.file.id } }, deal.owner)
    expect(note).toBe('no-consent')
    const names = ['yosan', 'kessaisha', 'kyougou', 'riyou_ninzu', 'closedate', 'kadai', 'amount']
    const generation = await generateValues(fixture.test, { ...deal, properties: names }, deal.owner)
    expect(generation).toMatchObject({ status: 'finished', model: null })
    expect(Object.fromEntries(generation.values.map(({ name, value }) => [name, value]))).toEqual({
      yosan: '3500000',
      kessaisha: '営業本部長の鈴木',
      kyougou: 'voicelog',
      riyou_ninzu: '25',
      closedate: '2026-03-30T15:00:00.000Z',
      kadai: '一番の課題は、議事録の作成に時間がかかりすぎていることです。',
      amount: null,
    })
    for (const { value, reason, citations } of generation.values.filter((one) => one.value !== null)) {
      expect([value, citations.length]).not.toEqual([value, 0])
      for (const { quote, block_uuid, range } of citations) {
        const index = deal.file.uuids.indexOf(block_uuid)
        expect(SPOKEN[index]!.slice(range!.start, range!.end)).toBe(quote)
        expect(reason).toContain(quote)
      }
    }
    expect(fixture.models.requests).toEqual([])
    expect(await countedChats(fixture.test, deal.owner)).toEqual([1])
  })

  it('another worker continues where the first one ended', async () => {
    const deal = await createDeal()
    const { id } = await startGeneration(fixture.test, { ...deal, properties: ['yosan', 'kadai'] }, deal.owner)
    await fixture.test.db
      .updateTable('crm_values')
      .set({ status: 'ready', value: '1', reason: 'earlier' })
      .where('generation_id', '=', id)
      .where('property', '=', 'yosan')
      .execute()
    await fixture.test.settle()
    const rows = await fixture.test.db
      .selectFrom('crm_values')
      .select(['property', 'status', 'reason'])
      .where('generation_id', '=', id)
      .orderBy('position')
      .execute()
    expect(rows).toEqual([
      { property: 'yosan', status: 'ready', reason: 'earlier' },
      { property: 'kadai', status: 'ready', reason: expect.stringContaining('議事録') as string },
    ])
  })
})
