import { saveBlocks } from '@kaiwa/contract/changes.ts'
import { requestLock } from '@kaiwa/contract/edit-lock.ts'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStudio, createStudioFile, readStudio, saved, type Studio } from '../../test/factories/editing.ts'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'

let test: TestApp
let people: Studio
beforeAll(async () => {
  test = await openTestApp()
  people = await createStudio(test)
})
afterAll(() => test.close())

/** Number of SQL statements for a save of `blocks` changed blocks. */
const statementsOf = async (blocks: number): Promise<number> => {
  const studio = await createStudioFile(test, people, { blocks })
  const params = { projectId: studio.file.projectId, fileId: studio.file.id }
  const { lock } = await test.succeed(requestLock, { params, body: {} }, studio.owner)
  const now = await readStudio(test, studio)
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
  await test.succeed(saveBlocks, { params: { id: studio.transcriptId }, body }, studio.owner)
  test.app.db = plain
  return statements
}

// Before the transaction: session, gate. Inside: file, transcript with lock, blocks; blocks, texts, journal, lock,
// events. After the commit: speakers.
it('A3 a save is eight statements in its transaction, two before and two after it, for any number of changes', async () => {
  expect([await statementsOf(1), await statementsOf(40)]).toEqual([12, 12])
})
