// The cost of listing full folders, measured by PostgreSQL's query plans instead of by time.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { listFiles } from '@kaiwa/contract/workspace.ts'
import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assign, createFolder, fillFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { planOf, statementsOf } from '../test/statements.ts'

const FILES = 20_000

let test: TestApp
let owner: TestOwner
let full: TestFolder
beforeAll(async () => {
  test = await openTestApp()
  owner = await createOwner(test.db)
  const [outer, other] = [
    await createFolder(test.db, rootOf(owner), { creator: owner }),
    await createFolder(test.db, rootOf(owner), { creator: owner }),
  ]
  full = await createFolder(test.db, outer, { creator: owner })
  for (const place of [full, other]) await fillFolder(test.db, place, { creator: owner, count: FILES })
  for (const table of ['items', 'files', 'projects']) await sql`vacuum analyze ${sql.table(table)}`.execute(test.db)
})
afterAll(() => test.close())

/** Returns the statements that a listing of the root executes. */
function statementsOfListing(as: TestUser): Promise<CompiledQuery[]> {
  const plain = test.app.db
  return statementsOf(plain, async (recording) => {
    test.app.db = recording
    try {
      const { data } = await test.succeed(listFiles, { params: { id: owner.rootProjectId }, query: {} }, as)
      expect(data.map(({ total_size }) => total_size)).toEqual([FILES, FILES])
    } finally {
      test.app.db = plain
    }
  })
}

it.each([
  ['owner', () => owner],
  [
    'guest',
    async () => {
      const guest = await createMember(test.db, owner, ROLE.guest)
      await assign(test.db, rootOf(owner), guest, ROLE.viewer)
      return guest
    },
  ],
])('WS-23 the size of folders of 20,000 files is read from indexes, for an %s', async (_who, open) => {
  const statement = (await statementsOfListing(await open())).find(({ sql: text }) => text.includes('total_size'))
  if (!statement) throw new Error('No statement answers sizes')
  const scanned = (await planOf(test.db, statement)).filter((step) => step['Node Type'] === 'Seq Scan')
  expect(scanned.map((step) => step['Relation Name'])).not.toContain('files')
  expect(scanned.map((step) => step['Relation Name'])).not.toContain('items')
})
