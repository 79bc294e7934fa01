// Drafts as large as they may be, and drafts that cannot be published: neither may block the event loop or keep others from
// editing.
import { randomUUID } from 'node:crypto'
import { listDrafts, saveDraft } from '@kaiwa/contract/drafts.ts'
import { requestLock } from '@kaiwa/contract/transcript-edits.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Block } from '@kaiwa/contract/transcripts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  saved,
  type EditingFixture,
} from '../../test/factories/editing-fixture.ts'
import { measureLoopDelay } from '../../test/loop-delay.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import type { Caller } from '../../test/test-calls.ts'

/** Publishing the draft of the first test used to take several seconds. */
const MAX_DELAY_MS = 1_000

let test: TestApp
let people: EditingFixture
let fixture: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
beforeEach(() => sql`update edit_locks set state = 'released'`.execute(test.db))
afterAll(() => test.close())

function read() {
  return readFixture(test, fixture)
}

function take(as: Caller) {
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  return test.succeed(requestLock, { params, body: {} }, as)
}

function put(block: Block, changes: object = {}) {
  return { ...saved(block), speaker_id: block.speaker_id, section_name: null, previous: null, ...changes }
}

/** Stores a draft of the owner, whose lock has then expired. */
async function storeExpired(putsOf: (blocks: Block[]) => ReturnType<typeof put>[]) {
  const { lock } = await take(fixture.owner)
  const { blocks, revision } = await read()
  const params = { id: fixture.transcriptId, lockVersion: lock.version }
  const body = { revision, since: 0, key: 'tab', put: putsOf(blocks) }
  await test.succeed(saveDraft, { params, body }, fixture.owner)
  await sql`update edit_locks set until = clock_timestamp() - interval '1 second'
    where transcript_id = ${fixture.transcriptId}`.execute(test.db)
}

/** Runs the jobs that the expiry of the lock has queued. */
function expire() {
  return test.settle({ now: true })
}

async function drafts() {
  return (await test.succeed(listDrafts, { params: { id: fixture.transcriptId } }, fixture.owner)).data
}

it('EDIT-33 a draft of 12,000 blocks, most of them new and without a known neighbour, is published without blocking the event loop', async () => {
  fixture = await createFixtureFile(test, people, { blocks: 1_000 })
  const { longestMs: storing } = await measureLoopDelay(() =>
    storeExpired((blocks) => [
      ...blocks.map((block) => put(block, { content: `${block.content}（訂正）` })),
      ...Array.from({ length: 11_000 }, () =>
        put(blocks[0]!, { uuid: randomUUID(), content: '新', terms: [], previous: randomUUID() }),
      ),
    ]),
  )
  const { longestMs: publishing } = await measureLoopDelay(expire)
  const { blocks, lock } = await read()
  expect([blocks.length, blocks.filter(({ content }) => content.endsWith('（訂正）')).length]).toEqual([12_000, 1_000])
  expect([lock, await drafts()]).toEqual([null, []])
  expect(storing).toBeLessThan(MAX_DELAY_MS)
  expect(publishing).toBeLessThan(MAX_DELAY_MS)
})

it('taking an expired lock with a long draft publishes the draft first', async () => {
  fixture = await createFixtureFile(test, people, { blocks: 200, phrases: 1 })
  await storeExpired((blocks) => blocks.map((block) => put(block, { content: `${block.content}（訂正）` })))
  const { lock } = await take(fixture.editor)
  const { texts, lock: held, transcript } = await read()
  expect(texts.every((text) => text.endsWith('（訂正）'))).toBe(true)
  expect([held, transcript.last_edited_by?.id, await drafts()]).toEqual([lock, fixture.owner.id, []])
})

it('texts that others have changed since are merged in a thread', async () => {
  fixture = await createFixtureFile(test, people, { blocks: 30, phrases: 1 })
  // Two texts without a common word take long to compare.
  const unlike = (start: number) =>
    Array.from({ length: 1_000 }, (_, at) => String.fromCodePoint(start + ((at * 7) % 80))).join(' ')
  await storeExpired((blocks) => blocks.map((block) => put(block, { content: unlike(0x30a1), terms: [] })))
  await sql`update blocks set content = ${unlike(0x4e00)}, terms = '[]'
    where transcript_id = ${fixture.transcriptId}`.execute(test.db)
  const { longestMs } = await measureLoopDelay(expire)
  expect([(await read()).lock, (await drafts()).length]).toEqual([null, 1])
  expect(longestMs).toBeLessThan(MAX_DELAY_MS)
})

it('a draft that makes the transcript too long is kept, and others can edit', async () => {
  fixture = await createFixtureFile(test, people, { blocks: 2, phrases: 1 })
  await sql`update transcripts set text_length = ${LIMITS.textPerTranscript - 5}
    where id = ${fixture.transcriptId}`.execute(test.db)
  // The first block is in the draft without a change.
  await storeExpired(([first, second]) => [put(first!), put(second!, { content: `${second!.content}もっと長い文` })])
  await take(fixture.editor)
  expect([(await read()).revision, (await drafts()).length]).toEqual([1, 1])
})

it('when the publication of a draft fails again and again, the lock ends and the draft is kept', async () => {
  fixture = await createFixtureFile(test, people, { blocks: 2, phrases: 1 })
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`.execute(test.db)
  await sql`create trigger fail before insert on transcript_revisions for each row execute function fail()`.execute(
    test.db,
  )
  await storeExpired(([first]) => [put(first!, { content: '公開できない文', terms: [] })])
  await test.settle({ now: true, failures: 'expected' })
  await take(fixture.editor)
  await sql`drop function fail cascade`.execute(test.db)
  expect([(await read()).revision, (await drafts()).length]).toEqual([1, 1])
})
