// The sample workspace is created once, also if several processes start or a start is killed.
import { login } from '@kaiwa/contract/accounts.ts'
import { getFile } from '@kaiwa/contract/files.ts'
import { getTranscript } from '@kaiwa/contract/transcripts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mediaText } from '../test/factories/recordings.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { openEngines } from '../processing/engines/open-engines.ts'
import { createSample } from './create-sample.ts'
import { DEMO, SAMPLE } from './sample-media.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp({ env: { KAIWA_MODEL_DOWNLOAD: 'off' } })
})
afterAll(async () => {
  for (const engine of (await openEngines(test.app)).available) await engine.close()
  await test.close()
})

async function counts() {
  const tables = ['users', 'workspaces', 'projects', 'files', 'uploads'] as const
  const rows = await Promise.all(
    tables.map((table) =>
      test.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    ),
  )
  return rows.map(({ count }) => count)
}

/** Includes the root folder and the sample's folder. */
const ONCE = [1, 1, 2, 1, 1]

it('resumes where a killed start has stopped', async () => {
  const failing = { ...test.app, storage: { ...test.app.storage, put: () => Promise.reject(new Error('killed')) } }
  await expect(createSample(failing)).rejects.toThrow('killed')
  expect(await counts()).toEqual(ONCE)
  expect((await test.db.selectFrom('files').select('status').executeTakeFirstOrThrow()).status).toBe('waiting')
})

it('is created once by processes that start together, and not again later', async () => {
  await Promise.allSettled([createSample(test.app), createSample(test.app)])
  await createSample(test.app)
  expect(await counts()).toEqual(ONCE)
})

it('is processed like every recording, with a transcript equal to its reference', { timeout: 90_000 }, async () => {
  await test.settle()
  const { body } = await test.call(login, { body: { email: DEMO.email, password: DEMO.password } })
  const row = await test.db.selectFrom('files').select(['id', 'project_id']).executeTakeFirstOrThrow()
  const file = (await test.call(getFile, { params: { projectId: row.project_id, id: row.id } }, body.token ?? '')).body
  expect(file).toMatchObject({
    title: SAMPLE.title,
    status: 'processed',
    note: null,
    thumbnail_kind: 'normal',
    thumbnail_count: 242,
  })
  const { transcript, blocks } = (await test.call(getTranscript, { params: { fileId: row.id } }, body.token ?? '')).body
  const text = transcript.block_order.map((uuid) => blocks[uuid]?.content ?? '').join('')
  const { utterances } = JSON.parse(await mediaText('ja-sales-call.json')) as { utterances: { text: string }[] }
  expect(text).toBe(utterances.map((utterance) => utterance.text).join(''))
  expect(new Set(Object.values(blocks).map(({ speaker_id }) => speaker_id)).size).toBe(SAMPLE.speakers)
  expect(Object.values(blocks).some(({ sentiment }) => sentiment > 0)).toBe(true)
})
