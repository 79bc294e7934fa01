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

/** Text properties that the portal has from now on; returns their names. */
async function addProperties({ hubspot }: GenerationFixture, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `added_${index}`)
  await hubspot.portal.define((portal) => {
    const model = portal.properties.find(({ name }) => name === 'kadai')!
    const known = new Set(portal.properties.map(({ name }) => name))
    for (const name of names)
      if (!known.has(name))
        portal.properties.push({ ...model, name, label: name, displayOrder: portal.properties.length })
  })
  return names
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

  it('more than 100 properties are asked for in batches, and each gets a result', async () => {
    const names = await addProperties(fixture, 120)
    const deal = await fixture.createDeal(['予算は350万円です。'])
    fixture.replyWith(reading)
    const generation = await generateValues(fixture.test, { ...deal, properties: [...names, 'yosan'] }, deal.owner)
    expect(generation.status).toBe('finished')
    expect(generation.values.map(({ status }) => status)).toEqual(Array.from({ length: 121 }, () => 'ready'))
    expect(generation.values.at(-1)).toMatchObject({ name: 'yosan', value: '3500000' })
    const asked = fixture.models.requests.flatMap((request) => propertiesIn(request).map(({ label }) => label))
    expect(asked).toEqual([...names, '予算'])
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

describe('more properties than the budget allows', () => {
  let small: GenerationFixture
  beforeAll(async () => {
    small = await openGenerationFixture({ env: { KAIWA_AI_CONTEXT_TOKENS: '8000', KAIWA_AI_ANSWER_TOKENS: '6000' } })
  })
  afterAll(() => small.close())

  it('those that were not asked for are shown as failed, and the chat is given back', async () => {
    const names = await addProperties(small, 499)
    const deal = await small.createDeal(['予算は350万円です。'])
    small.replyWith(reading)
    const generation = await generateValues(small.test, { ...deal, properties: ['yosan', ...names] }, deal.owner)
    expect(generation).toMatchObject({ status: 'failed', error: 'length-limit' })
    const asked = small.models.requests.flatMap((request) => propertiesIn(request))
    expect(asked.length).toBeGreaterThan(0)
    expect(generation.values.map(({ status }) => status)).toEqual(
      Array.from({ length: 500 }, (_, index) => (index < asked.length ? 'ready' : 'failed')),
    )
    expect(generation.values[0]).toMatchObject({ name: 'yosan', value: '3500000' })
    expect(await countedChats(small.test, deal.owner)).toEqual([1, -1])
  })
})
