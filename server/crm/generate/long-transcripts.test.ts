// Conversations that do not fit one request.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countedChats } from '../../test/factories/assistant-fixture.ts'
import { blocksIn } from '../../test/factories/chats.ts'
import {
  generateValues,
  type GenerationFixture,
  openGenerationFixture,
  proposalsJson,
  propertiesIn,
} from '../../test/factories/crm-generations.ts'
import type { ModelRequest } from '../../test/stand-in-models.ts'

let fixture: GenerationFixture
beforeAll(async () => {
  fixture = await openGenerationFixture({ env: { KAIWA_AI_CONTEXT_TOKENS: '8000', KAIWA_AI_ANSWER_TOKENS: '60000' } })
})
beforeEach(() => fixture.reset())
afterAll(() => fixture.close())

function texts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${index}番目の話題について長くお話ししました。`.repeat(8))
}

/** A model that proposes the budget wherever it is stated. */
function reading(request: ModelRequest): { text: string } {
  const stated = blocksIn(request).flatMap(({ text }) => /予算は(\d+)万円/.exec(text) ?? [])
  const said = stated.length > 0 ? { value: `${stated.at(-1)}万円`, quotes: [stated.at(-2)!] } : { value: null }
  return { text: proposalsJson(request, { 予算: said }) }
}

describe('a long conversation', () => {
  it('is read in parts from its end: the last statement counts', async () => {
    const spoken = texts(60)
    spoken[2] = '予算は300万円です。'
    spoken[57] = '予算は350万円です。'
    const deal = await fixture.createDeal(spoken)
    fixture.replyWith(reading)
    const generation = await generateValues(fixture.test, { ...deal, properties: ['yosan', 'kadai'] }, deal.owner)
    expect(generation).toMatchObject({ status: 'finished', values: [{ value: '3500000' }, { value: null }] })
    const asked = fixture.models.requests.map((request) => propertiesIn(request).map(({ label }) => label))
    expect(asked.length).toBeGreaterThan(1)
    expect(asked[0]).toEqual(['予算', '課題'])
    expect(asked.slice(1)).toEqual(asked.slice(1).map(() => ['課題']))
    // Every block was read once.
    const read = fixture.models.requests.flatMap((request) => blocksIn(request).map(({ text }) => text))
    expect(read.toSorted()).toEqual([...spoken].toSorted())
    expect(await countedChats(fixture.test, deal.owner)).toEqual([1])
  })

  it('many properties are asked for in several requests', async () => {
    const deal = await fixture.createDeal(['予算は350万円です。'])
    fixture.replyWith(reading)
    const known =
      'kadai kyougou amount kessaisha riyou_ninzu kyoten_su gyoushu trial_riyou madoguchi closedate description dealtype hs_next_step yosan_kakuho kessai_process yosan'.split(
        ' ',
      )
    const generation = await generateValues(fixture.test, { ...deal, properties: known }, deal.owner)
    expect(fixture.models.requests.length).toBeGreaterThan(1)
    expect(generation.values.map(({ name }) => name)).toEqual(known)
    expect(generation.values.find(({ name }) => name === 'yosan')).toMatchObject({ value: '3500000' })
  })

  it('is refused before anything is sent when it needs more than the budget', async () => {
    const deal = await fixture.createDeal(texts(900))
    fixture.replyWith(reading)
    const generation = await generateValues(fixture.test, { ...deal, properties: ['yosan'] }, deal.owner)
    expect(generation).toMatchObject({ status: 'failed', error: 'length-limit' })
    expect(fixture.models.requests).toEqual([])
    expect(await countedChats(fixture.test, deal.owner)).toEqual([1, -1])
  })
})
