import { saveBlocks } from '@kaiwa/contract/changes.ts'
import { requestLock } from '@kaiwa/contract/edit-lock.ts'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createEditingFixture,
  createFixtureFile,
  readFixture,
  saved,
  type EditingFixture,
} from '../../test/factories/editing-fixture.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
let people: EditingFixture
beforeAll(async () => {
  test = await openTestApp()
  people = await createEditingFixture(test)
})
afterAll(() => test.close())

/** Number of SQL statements for a save of `blocks` changed blocks. */
async function statementsOf(blocks: number): Promise<number> {
  const fixture = await createFixtureFile(test, people, { blocks })
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  const { lock } = await test.succeed(requestLock, { params, body: {} }, fixture.owner)
  const now = await readFixture(test, fixture)
  let statements = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Counts results, because the parts of a statement are transformed as well.
    transformResult: async ({ result }) => {
      statements += 1
      return result
    },
  }
  const body = {
    blocks: now.blocks.map((block) => saved(block, { content: `${block.content}直した。` })),
    revision: now.revision,
    lock_version: lock.version,
  }
  const plain = test.app.db
  test.app.db = plain.withPlugin(counter)
  await test.succeed(saveBlocks, { params: { id: fixture.transcriptId }, body }, fixture.owner)
  test.app.db = plain
  return statements
}

// Before the transaction: session, gate. Inside: file, transcript with lock, blocks; blocks, texts, journal, lock,
// events. After the commit: speakers.
it('A3 a save is eight statements in its transaction, two before and two after it, for any number of changes', async () => {
  expect([await statementsOf(1), await statementsOf(40)]).toEqual([12, 12])
})
