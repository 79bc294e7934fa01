import { requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import { saveDraft } from '@kaiwa/contract/drafts.ts'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  saved,
  type EditingFixture,
} from '../../test/factories/editing-fixture.ts'
import { countWaits } from '../../test/count-waits.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
let people: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
afterAll(() => test.close())

/** Runs `work` and returns the number of its SQL statements. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Counts results, because the parts of a statement are transformed as well.
    transformResult: async ({ result }) => {
      statements += 1
      return result
    },
  }
  const plain = test.app.db
  test.app.db = plain.withPlugin(counter)
  await work()
  test.app.db = plain
  return statements
}

/** Returns a save of `blocks` changed blocks by the holder of the lock. */
async function prepareSave(blocks: number): Promise<() => Promise<unknown>> {
  const fixture = await createFixtureFile(test, people, { blocks })
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  const { lock } = await test.succeed(requestLock, { params, body: {} }, fixture.owner)
  const now = await readFixture(test, fixture)
  const body = {
    blocks: now.blocks.map((block) => saved(block, { content: `${block.content}直した。` })),
    revision: now.revision,
    lock_version: lock.version,
  }
  return () => test.succeed(saveBlocks, { params: { id: fixture.transcriptId }, body }, fixture.owner)
}

// Before the transaction: session, gate. Inside: file, transcript with lock, blocks; blocks, keywords, texts, journal, lock,
// passages of comments, version of the summary; events. After the commit: speakers.
it('A3 a save is eleven statements in its transaction, two before and two after it, for any number of changes', async () => {
  expect([await countStatements(await prepareSave(1)), await countStatements(await prepareSave(40))]).toEqual([15, 15])
})

it('A3 a save waits five times for the database in its transaction, two times before and two times after it', async () => {
  expect(await countWaits(await prepareSave(1))).toBe(9)
})

/** Statements and request bytes of an autosave of one more block, with `pending` other blocks in the draft already. */
async function autosaveOf(blocks: number, pending: number) {
  const fixture = await createFixtureFile(test, people, { blocks })
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  const { lock } = await test.succeed(requestLock, { params, body: {} }, fixture.owner)
  const now = await readFixture(test, fixture)
  const at = { id: fixture.transcriptId, lockVersion: lock.version }
  const store = (since: number, changed: typeof now.blocks) => {
    const put = changed.map((block) => ({
      ...saved(block, { content: '直した。' }),
      speaker_id: block.speaker_id,
      section_name: null,
      previous: null,
    }))
    return { revision: now.revision, since, key: 'tab', put }
  }
  await test.succeed(saveDraft, { params: at, body: store(0, now.blocks.slice(1, 1 + pending)) }, fixture.owner)
  const body = store(1, now.blocks.slice(0, 1))
  const statements = await countStatements(() => test.succeed(saveDraft, { params: at, body }, fixture.owner))
  return { statements, bytes: JSON.stringify(body).length }
}

it('E5 an autosave of one changed block costs the same for any length of the transcript and of the draft', async () => {
  const [small, large] = [await autosaveOf(4, 1), await autosaveOf(60, 50)]
  expect(large.statements).toBe(small.statements)
  expect(small.statements).toBeLessThanOrEqual(11)
  expect(Math.abs(large.bytes - small.bytes)).toBeLessThan(20)
})
