// A worker process that is killed while it writes values.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { countedChats } from '../../test/factories/assistant-fixture.ts'
import {
  type GenerationFixture,
  openGenerationFixture,
  pausing,
  proposing,
  propertiesIn,
  readGeneration,
  startGeneration,
  waitForReady,
} from '../../test/factories/crm-generations.ts'
import { startWorkerProcess } from '../../test/program-process.ts'
import { standInEnvironment } from '../../test/stand-in-models.ts'

let fixture: GenerationFixture
let deal: Awaited<ReturnType<GenerationFixture['createDeal']>>
/** Resolved to let a stand-in continue after its first entry. */
let gate: PromiseWithResolvers<void>
const SAID = {
  予算: { value: '350万円', quotes: ['予算は350万円'] },
  課題: { value: '議事録の作成', quotes: ['議事録の作成'] },
}

beforeAll(async () => {
  fixture = await openGenerationFixture({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
})
beforeEach(async () => {
  await fixture.reset()
  gate = Promise.withResolvers()
  deal = await fixture.createDeal(['予算は350万円です。', '課題は議事録の作成です。'], { plan: 'trial' })
})
afterAll(async () => {
  gate.resolve()
  await fixture.close()
})

it('a killed worker is followed by another one, counted once', { timeout: 180_000 }, async () => {
  const { test, models, hubspot } = fixture
  fixture.replyWith(pausing(SAID, gate.promise))
  const startWorker = () =>
    startWorkerProcess({
      ...standInEnvironment(models.url),
      ...hubspot.env,
      KAIWA_SECRET: test.app.config.secret,
      DATABASE_URL: test.databaseUrl,
      KAIWA_DATA: test.dataFolder,
    })
  const killed = await startWorker()
  const generation = await startGeneration(test, { ...deal, properties: ['yosan', 'kadai', 'amount'] }, deal.owner)
  await vi.waitFor(() => expect(models.requests).toHaveLength(1), 60_000)
  await waitForReady(test, generation, 1)
  await killed.kill()
  fixture.replyWith(proposing(SAID))
  const next = await startWorker()
  try {
    await vi.waitFor(
      async () => expect(await readGeneration(test, generation, deal.owner)).toMatchObject({ status: 'finished' }),
      { timeout: 90_000, interval: 200 },
    )
  } finally {
    await next.stop()
  }
  const { values } = await readGeneration(test, generation, deal.owner)
  expect(values.map(({ value }) => value)).toEqual(['3500000', '議事録の作成', null])
  expect(models.requests.map((request) => propertiesIn(request).length)).toEqual([3, 2])
  expect(await countedChats(test, deal.owner)).toEqual([1])
})
