// The number of rows that the palette reads in a large workspace, counted by PostgreSQL.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor } from '../accounts/actor.ts'
import type { Db } from '../platform/database/database.ts'
import { listVisibleTags } from '../tags/store/tags.ts'
import { assign, createFile, createFolder, rootOf } from '../test/factories/items.ts'
import { createTranscriptOf } from '../test/factories/transcripts.ts'
import { createMember, createOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { findNamedSpeakers, findNamedTags } from './store/everywhere.ts'

const FILES = 200
const NAMES = 2_000
const SHARED = 80

let test: TestApp
let guest: Actor
beforeAll(async () => {
  test = await openTestApp()
  const owner = await createOwner(test.db)
  const person = await createMember(test.db, owner, ROLE.guest)
  guest = person.actor
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  for (let n = 0; n < FILES; n++) {
    const file = await createFile(test.db, folder, { creator: owner })
    await createTranscriptOf(
      test.db,
      file,
      Array.from({ length: 20 }, (_, at) => `文${at}`),
    )
    if (n < SHARED) await assign(test.db, file, person, ROLE.viewer)
  }
  await sql`
    with category as (
      insert into tag_categories (workspace_id, name, display_order) values (${owner.workspaceId}, '種類', 0) returning id)
    insert into tags (workspace_id, tag_category_id, name, appearance, display_order, created_by)
    select ${owner.workspaceId}, category.id, '案件' || n, '#FD6F2C', n, ${owner.id}
    from category, generate_series(1, ${NAMES}) n`.execute(test.db)
  await sql`
    insert into block_tags (block_id, tag_uuid, transcript_id, tag_id, start_offset, length)
    select id, gen_random_uuid(), transcript_id, (select min(id) from tags) + id % ${NAMES}, 0, 1 from blocks`.execute(
    test.db,
  )
  await sql`
    insert into speakers (workspace_id, name, is_manual)
    select ${owner.workspaceId}, '案件' || n, true from generate_series(1, ${NAMES}) n`.execute(test.db)
  await sql`update blocks set speaker_id = (select min(id) from speakers) + id % ${NAMES}`.execute(test.db)
  await sql`
    insert into project_speakers (project_id, speaker_id) select ${folder.projectId}, id from speakers`.execute(test.db)
  await sql`analyze`.execute(test.db)
})
afterAll(() => test.close())

it.each<[string, (db: Db) => Promise<unknown[]>]>([
  ['tags of the palette', (db) => findNamedTags(db, guest, '案件')],
  ['speakers of the palette', (db) => findNamedSpeakers(db, guest, '案件')],
  ['list of tags', (db) => listVisibleTags(db, guest)],
])('a guest of single files reads the role on each file a few times, not for each name: %s', async (_, find) => {
  await test.db.transaction().execute(async (trx) => {
    expect((await find(trx)).length).toBeGreaterThan(0)
    const { rows } = await sql<{ scans: number }>`
      select (seq_scan + idx_scan)::integer as scans from pg_stat_xact_user_tables where relname = 'item_roles'
    `.execute(trx)
    // A role needs two scans, so that a role for each name would need 4,000. How many are needed for the files depends on
    // the plan, which depends on when the tables were analysed.
    expect(rows[0]!.scans).toBeLessThan(NAMES)
  })
})
