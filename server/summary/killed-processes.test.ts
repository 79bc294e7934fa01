// A worker process that is killed while it writes a summary.
import { getSummary } from '@kaiwa/contract/summaries.ts'
import { SUMMARY_PARTS } from '@kaiwa/contract/summary-words.ts'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type AssistantFixture, countedChats, openAssistantFixture } from '../test/factories/assistant-fixture.ts'
import type { SpokenFile } from '../test/factories/chats.ts'
import { faithful, generate, partsIn, partStatuses, pausingAt, switchOn } from '../test/factories/summaries.ts'
import type { TestOwner } from '../test/factories/users.ts'
import type { TestApp } from '../test/open-test-app.ts'
import { startWorkerProcess } from '../test/program-process.ts'
import { standInEnvironment } from '../test/stand-in-models.ts'

let fixture: AssistantFixture
let test: TestApp
let owner: TestOwner
let file: SpokenFile
/** Resolved to let a stand-in continue after its first piece. */
let gate: PromiseWithResolvers<void>

beforeAll(async () => {
  fixture = await openAssistantFixture({ env: { KAIWA_DATABASE_CONNECTIONS: '8' } })
  test = fixture.test
})
beforeEach(async () => {
  await fixture.reset()
  fixture.replyWith(faithful)
  gate = Promise.withResolvers()
  ;({ owner, file } = await fixture.createWorkspace(['現在の課題は議事録の作成です。'], { plan: 'trial' }))
  await switchOn(test, owner)
})
afterAll(async () => {
  gate.resolve()
  await fixture.close()
})

function read() {
  return test.succeed(getSummary, { params: { fileId: file.id } }, owner)
}

it('a killed worker of a summary is followed by another one, counted once', { timeout: 180_000 }, async () => {
  fixture.replyWith(pausingAt('decisions', gate.promise))
  const startWorker = () =>
    startWorkerProcess({
      ...standInEnvironment(fixture.models.url),
      DATABASE_URL: test.databaseUrl,
      KAIWA_DATA: test.dataFolder,
    })
  const killed = await startWorker()
  await generate(test, file, owner)
  await vi.waitFor(() => expect(fixture.models.requests).toHaveLength(2), 60_000)
  expect(await partStatuses(test, file)).toEqual(['ready', 'writing', 'writing', 'writing'])
  await killed.kill()
  fixture.replyWith(faithful)
  const next = await startWorker()
  try {
    await vi.waitFor(async () => expect(await read()).toMatchObject({ is_writing: false }), {
      timeout: 90_000,
      interval: 200,
    })
  } finally {
    await next.stop()
  }
  expect(await partStatuses(test, file)).toEqual(SUMMARY_PARTS.map(() => 'ready'))
  expect(fixture.models.requests.flatMap((request) => partsIn(request))).toEqual([
    'overview',
    'decisions',
    'decisions',
    'to_dos',
    'sections',
  ])
  expect(await countedChats(test, owner)).toEqual([1])
})
