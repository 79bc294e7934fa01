// A2: the requests of a folder page (session and tree, folder, first page of its table) in a folder of 10,000
// recordings against one of 100, with automatic speakers and twenty named ones: p95 until all responses have arrived.
// Also checks that the number of SQL statements does not depend on the number of recordings.

import { strictEqual } from 'node:assert'
import { checkSession } from '@kaiwa/contract/accounts.ts'
import { getProject, listFiles } from '@kaiwa/contract/workspace.ts'
import { createFolder, fillFolder, rootOf, type TestFolder } from '../server/test/factories/items.ts'
import { fillTranscripts } from '../server/test/factories/large-workspace.ts'
import { createOwner } from '../server/test/factories/users.ts'
import { openCalls } from './in-process-calls.ts'
import { compare, p95 } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const MANY = IS_SHORT ? 2000 : 10_000
const FEW = 100
const OPENINGS = IS_SHORT ? 20 : 60

const { db, succeed, statementsOf, close } = await openCalls()

/** Returns a function that loads the page of a folder with `count` recordings, in a separate workspace. */
async function opener(count: number): Promise<() => Promise<void>> {
  const owner = await createOwner(db)
  const folder: TestFolder = await createFolder(db, rootOf(owner), { creator: owner })
  await fillFolder(db, folder, { creator: owner, count })
  await fillTranscripts(db, folder, { named: 20, voicesPerFile: 2 })
  return async () => {
    await Promise.all([
      succeed(getProject, { params: { id: folder.projectId }, query: { speakers: '0' } }, owner),
      succeed(listFiles, { params: { id: folder.projectId } }, owner),
      succeed(checkSession, {}, owner),
    ])
  }
}

function p95Of(open: () => Promise<void>) {
  return async (): Promise<number> => {
    const taken: number[] = []
    for (let n = 0; n < OPENINGS; n += 1) {
      const since = performance.now()
      await open()
      taken.push(performance.now() - since)
    }
    return p95(taken)
  }
}

try {
  const [many, few] = [await opener(MANY), await opener(FEW)]
  const asked = [(await statementsOf(many)).length, (await statementsOf(few)).length]
  strictEqual(asked[0], asked[1])
  await compare({
    id: 'A2',
    goal: { atMost: 1.5 },
    note: `p95 of ${OPENINGS} openings, ${MANY} recordings against ${FEW}, ${asked[0]} statements each; ${loadNow()}`,
    ours: p95Of(many),
    peer: p95Of(few),
  })
} finally {
  await close()
}
