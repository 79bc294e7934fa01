// The table check of `npm run check` on sources that break a rule on purpose.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findListViolations, findTableViolations } from './table-ownership.ts'

it.each<[string, string, string]>([
  ['an owner writes its table in store.ts', 'server/trash/store.ts', "trx.deleteFrom('trash').execute()"],
  ['an owner writes its table in a file of store/', 'server/tree/store/items.ts', 'sql`update items set depth = 1`'],
  ['a store reads a table of a lower layer', 'server/tags/store/tags.ts', "db.selectFrom('items as item').execute()"],
  ['a store reads upwards where the list says so', 'server/files/store/files.ts', 'sql`select from uploads upload`'],
  [
    'processing writes its columns of files',
    'server/processing/store/processing-columns.ts',
    "trx.updateTable('files').set({ duration, status: 'processed', last_updated_at: now }).execute()",
  ],
  [
    'processing inserts transcripts with their state',
    'server/processing/store/transitions.ts',
    'sql`insert into transcripts (file_id, status) values (1, 2) on conflict (file_id) do update set status = 3`',
  ],
  ['a comment mentions a table', 'server/tags/move-tag.ts', '// Ids from files.\nexport const a = 1'],
  [
    'a caller opens a transaction',
    'server/tags/move-tag.ts',
    "db.transaction().execute(async (trx) => findTag(trx, 'tag'))",
  ],
  ['the platform executes a statement without a table', 'server/platform/http/health.ts', 'sql`select 1`.execute(db)'],
  ['a file outside of the domains', 'server/seeds/demo.ts', "db.insertInto('users').execute()"],
])('accepts that %s', (_, file, source) => {
  expect(findTableViolations(file, source)).toEqual([])
})

it.each<[string, string, string, string]>([
  [
    'SQL outside of a store',
    'server/tags/move-tag.ts',
    "trx.selectFrom('tags').execute()",
    "server/tags/move-tag.ts: SQL on 'tags' outside of a store.ts or store/ folder",
  ],
  [
    'plain SQL outside of a store',
    'server/tags/move-tag.ts',
    'sql`select 1 from block_tags mark`',
    "server/tags/move-tag.ts: SQL on 'block_tags' outside of a store.ts or store/ folder",
  ],
  [
    'a query that another file began',
    'server/tags/move-tag.ts',
    "itemRows(trx, actor).where('item.id', '=', id).executeTakeFirst()",
    'server/tags/move-tag.ts: a query outside of a store.ts or store/ folder',
  ],
  [
    'the end of a query on a line of its own',
    'server/tags/move-tag.ts',
    "itemRows(trx, actor)\n  .orderBy('item.id')\n  .execute()",
    'server/tags/move-tag.ts: a query outside of a store.ts or store/ folder',
  ],
  [
    'a part of a query',
    'server/tags/move-tag.ts',
    'findTags(db, sql<SqlBool>`tag.id > 1`)',
    'server/tags/move-tag.ts: a query outside of a store.ts or store/ folder',
  ],
  [
    'the access join outside of a store',
    'server/tags/move-tag.ts',
    'findTags(db, visibleItems(db, actor))',
    'server/tags/move-tag.ts: a query outside of a store.ts or store/ folder',
  ],
  [
    'an insert into a table of another domain',
    'server/tags/store/tags.ts',
    'sql`insert into speakers (name) values (1)`',
    "server/tags/store/tags.ts: writes 'speakers', which belongs to speakers",
  ],
  [
    'an update of a table of a lower layer',
    'server/trash/store.ts',
    "trx.updateTable('items').set({ trash_id: null }).execute()",
    "server/trash/store.ts: writes 'items', which belongs to tree",
  ],
  [
    'a deletion with an alias',
    'server/trash/store.ts',
    "trx.deleteFrom('items as top').execute()",
    "server/trash/store.ts: writes 'items', which belongs to tree",
  ],
  [
    'a read of a higher layer that the list does not contain',
    'server/tree/store/items.ts',
    "db.selectFrom('items').leftJoin('uploads', 'uploads.file_id', 'items.id').execute()",
    "server/tree/store/items.ts: reads 'uploads' of the higher layer uploads",
  ],
  [
    "a column of the owner in the second layer's statement",
    'server/processing/store/processing-columns.ts',
    "const changes = { title: 'a' }\ntrx.updateTable('files').set({ ...changes, status }).execute()",
    "server/processing/store/processing-columns.ts: writes 'files.title', which belongs to files",
  ],
  [
    "a column of the second layer in the owner's statement",
    'server/files/store/files.ts',
    "trx.updateTable('files').set({ title, status: 'failed' }).where('id', '=', 1).execute()",
    "server/files/store/files.ts: writes 'files.status', which belongs to processing",
  ],
  [
    "a column of the second layer in the owner's plain SQL",
    'server/transcripts/store/transcripts.ts',
    "sql`update transcripts set revision = 1, status = 'completed' where id = 1`",
    "server/transcripts/store/transcripts.ts: writes 'transcripts.status', which belongs to processing",
  ],
  [
    'an insert by the second layer',
    'server/processing/store/processing-columns.ts',
    "trx.insertInto('files').values({ status }).execute()",
    "server/processing/store/processing-columns.ts: inserts into 'files', which belongs to files",
  ],
  [
    'a deletion by the second layer',
    'server/processing/store/transitions.ts',
    'sql`delete from transcripts where file_id = 1`',
    "server/processing/store/transitions.ts: deletes from 'transcripts', which belongs to transcripts",
  ],
])('reports %s', (_, file, source, sentence) => {
  expect(findTableViolations(file, source)).toEqual([sentence])
})

it('each table of the database has an owner, and each name in the lists exists', () => {
  expect(findListViolations()).toEqual([])
})

it('the program fails on a checkout with a violation, and passes without one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-tables-'))
  const program = fileURLToPath(new URL('table-ownership.ts', import.meta.url))
  const write = async (name: string, content: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  const run = promisify(execFile)
  const check = () =>
    run(process.execPath, [program, '--root', folder]).then(
      ({ stdout }) => ({ passed: true, stdout }),
      ({ stdout }: { stdout: string }) => ({ passed: false, stdout }),
    )
  try {
    await write('server/trash/store.ts', "export const clear = (db) => db.deleteFrom('trash').execute()\n")
    await write('server/trash/clear.test.ts', "db.deleteFrom('items').execute()\n")
    expect(await check()).toEqual({ passed: true, stdout: '0 violations of table ownership in 1 files\n' })
    await write('server/trash/clear.ts', "export const clear = (db) => db.deleteFrom('trash').execute()\n")
    expect(await check()).toEqual({
      passed: false,
      stdout:
        "server/trash/clear.ts: SQL on 'trash' outside of a store.ts or store/ folder\n" +
        '1 violations of table ownership in 2 files\n',
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})
