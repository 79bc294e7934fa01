import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { layers } from '../server/layers.ts'
import { tableOwners, upwardReads } from '../server/tables.ts'
import { findTableViolations } from './table-ownership.ts'

it.each<[string, string, string, string[]]>([
  ['an owner writes in its store', 'server/tags/store.ts', "trx.insertInto('tags')", []],
  ['an owner writes in a file of its store folder', 'server/tags/store/tags.ts', 'sql`update tags set name = 1`', []],
  [
    'an operation holds SQL',
    'server/tags/create-tag.ts',
    "trx.insertInto('tags')",
    ["server/tags/create-tag.ts: SQL on 'tags' outside of a store.ts or store/ folder"],
  ],
  [
    'another domain writes with kysely',
    'server/exchange/store.ts',
    "trx.updateTable('tags').set({})",
    ["server/exchange/store.ts: writes 'tags', which belongs to tags"],
  ],
  [
    'another domain writes with a template, over lines',
    'server/exchange/store.ts',
    'sql`with gone as (\n  delete from\n  tags where id = 1) select 1`',
    ["server/exchange/store.ts: writes 'tags', which belongs to tags"],
  ],
  [
    'another domain updates with an alias',
    'server/exchange/store.ts',
    'sql`update tags as t set name = 1`',
    ["server/exchange/store.ts: writes 'tags', which belongs to tags"],
  ],
  ['a higher layer reads', 'server/search/store.ts', "db.selectFrom('tags as tag').innerJoin('blocks', 'a', 'b')", []],
  [
    'a lower layer reads',
    'server/tree/store.ts',
    'sql`select 1 from items join blocks on true`',
    ["server/tree/store.ts: reads 'blocks' of the higher layer transcripts"],
  ],
  ['a lower layer reads what is listed with a reason', 'server/tree/store.ts', "db.selectFrom('item_roles')", []],
  [
    'a comment mentions a statement',
    'server/tags/create-tag.ts',
    '// Like insert into tags.\n/** update tags set */',
    [],
  ],
  ['a similar name is another table', 'server/tags/create-tag.ts', "db.selectFrom('tags_of_nobody')", []],
  ['the wiring holds no table', 'server/wiring.ts', "db.selectFrom('tags')", []],
])('table ownership: %s', (_, file, source, expected) => expect(findTableViolations(file, source)).toEqual(expected))

const schema = readFileSync(
  fileURLToPath(new URL('../server/platform/database/schema.gen.ts', import.meta.url)),
  'utf8',
)

it('every table of the schema has an owner', () => {
  const body = /export interface DB \{([^}]*)\}/.exec(schema)?.[1] ?? ''
  const tables = [...body.matchAll(/^\s+(\w+):/gm)].map((match) => match[1])
  expect(tables.length).toBeGreaterThan(30)
  expect(tables.toSorted()).toEqual(Object.keys(tableOwners).toSorted())
})

it('an upward read names a table of a higher layer', () => {
  for (const [layer, reads] of Object.entries(upwardReads))
    for (const table of Object.keys(reads))
      expect(layers.indexOf(tableOwners[table] as never)).toBeGreaterThan(layers.indexOf(layer as never))
})
