// The cost of listing full folders, measured by PostgreSQL's query plans instead of by time.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { listFiles } from '@kaiwa/contract/workspace.ts'
import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assign, createFolder, fillFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createMember, createOwner, type TestOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'

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

/** Returns the statements that a listing of the root executes, as they were sent to PostgreSQL. */
async function statementsOf(as: TestUser): Promise<CompiledQuery[]> {
  const nodes: RootOperationNode[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const plain = test.app.db
  test.app.db = plain.withPlugin(recorder)
  try {
    const { data } = await test.succeed(listFiles, { params: { id: owner.rootProjectId }, query: {} }, as)
    expect(data.map(({ total_size }) => total_size)).toEqual([FILES, FILES])
  } finally {
    test.app.db = plain
  }
  return nodes.map((node) => plain.getExecutor().compileQuery(node, createQueryId()))
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
}

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)]
}

async function planOf({ sql: text, parameters }: CompiledQuery): Promise<Plan[]> {
  const query = CompiledQuery.raw(`explain (format json) ${text}`, [...parameters])
  const { rows } = await test.db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(query)
  return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: plan }) => flat(plan)))
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
  const statement = (await statementsOf(await open())).find(({ sql: text }) => text.includes('total_size'))
  if (!statement) throw new Error('No statement answers sizes')
  const scanned = (await planOf(statement)).filter((step) => step['Node Type'] === 'Seq Scan')
  expect(scanned.map((step) => step['Relation Name'])).not.toContain('files')
  expect(scanned.map((step) => step['Relation Name'])).not.toContain('items')
})
