// Importing files of the largest accepted size does not delay other requests.
import { requestLock } from '@kaiwa/contract/transcript-edits.ts'
import { restoreTranscript } from '@kaiwa/contract/history.ts'
import { reanalyzeTranscript } from '@kaiwa/contract/transcripts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  type EditingFixture,
} from '../test/factories/editing-fixture.ts'
import { importFile } from '../test/factories/exchange-calls.ts'
import { measureLoopDelay } from '../test/loop-delay.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

/** Without a worker thread it would be several seconds. */
const MAX_DELAY_MS = 200

let test: TestApp
let people: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
afterAll(() => test.close())

async function recordingOf(seconds: number): Promise<EditingFixture> {
  const fixture = await createFixtureFile(test, people)
  await test.db.updateTable('files').set({ duration: seconds }).where('id', '=', fixture.file.id).execute()
  return fixture
}

function time(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23)
}

function srt(cues: number): string {
  return Array.from({ length: cues }, (_, at) => {
    const times = `${time(at)} --> ${time(at + 1)}`.replaceAll('.', ',')
    return `${at + 1}\n${times}\n会議${at}\n`
  }).join('\n')
}

/** Cues of ten words, each with its time. */
function timedVtt(words: number): string {
  return `WEBVTT\n\n${Array.from({ length: words / 10 }, (_, at) => {
    const spoken = Array.from({ length: 10 }, (_word, n) => `<${time(at + n / 10)}>予算`).join('')
    return `${time(at)} --> ${time(at + 1)}\n${spoken}\n`
  }).join('\n')}`
}

it.each([
  ['50,000 blocks', () => srt(50_000), 50_000],
  ['70,000 word times', () => timedVtt(70_000), 7_000],
])('the check of a file with %s does not block the event loop', async (_, make, blocks) => {
  const fixture = await recordingOf(blocks)
  const content = make()
  const { result, longestMs } = await measureLoopDelay(() => importFile(test, fixture, content, {}, { path: '/check' }))
  expect(result).toMatchObject({ status: 200, body: { blocks } })
  expect(longestMs).toBeLessThan(MAX_DELAY_MS)
})

it('imports and analyses a single block of 20,000 characters without blocking the event loop', async () => {
  const fixture = await recordingOf(60)
  const content = `1\n00:00:00,000 --> 00:01:00,000\n${'本日は晴天なり。'.repeat(2_500)}\n`
  const work = async () => {
    const imported = await importFile(test, fixture, content, { revision: '1' })
    await test.succeed(reanalyzeTranscript, { params: { id: fixture.transcriptId } }, fixture.owner)
    await test.settle()
    return imported
  }
  const { result, longestMs } = await measureLoopDelay(work)
  expect(result).toMatchObject({ status: 200, body: { blocks: 1, characters: 20_000 } })
  expect((await readFixture(test, fixture)).blocks[0]?.terms.length).toBeGreaterThan(5_000)
  expect(longestMs).toBeLessThan(MAX_DELAY_MS)
})

it('a refusal of a long file gives location and reason like that of a short one', async () => {
  const fixture = await recordingOf(50_000)
  const content = `${srt(20_000)}\n20001\n20:00:00,000 --> 20:00:01,000\n会議\n`
  const { status, body } = await importFile(test, fixture, content, { revision: '1' })
  expect(status).toBe(422)
  expect(body.problems).toMatchObject([{ path: 'cues.20000.times', fault: 'past-end', line: 80_002 }])
})

it('importing 8,000 blocks, replacing them, and undoing that do not block the event loop', async () => {
  const blocks = 8_000
  const fixture = await recordingOf(blocks)
  const content = srt(blocks)
  for (const [revision, replaces] of [
    ['1', 6],
    ['2', blocks],
  ] as const) {
    const sent = replaces === blocks ? srt(10) : content
    const { result, longestMs } = await measureLoopDelay(() => importFile(test, fixture, sent, { revision }))
    expect(result).toMatchObject({ status: 200, body: { is_changed: true, replaces } })
    expect(longestMs).toBeLessThan(MAX_DELAY_MS)
  }
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  const { lock } = await test.succeed(requestLock, { params, body: {} }, fixture.owner)
  const body = { revision: 2, lock_version: lock.version }
  const { result, longestMs } = await measureLoopDelay(() =>
    test.succeed(restoreTranscript, { params: { id: fixture.transcriptId }, body }, fixture.owner),
  )
  expect([result.revision, (await readFixture(test, fixture)).texts.length]).toEqual([4, blocks])
  expect(longestMs).toBeLessThan(MAX_DELAY_MS)
})
