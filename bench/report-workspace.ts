// A workspace for the measurements of reports: many blocks with speakers, emotions and saves, below one root.
import { sql } from 'kysely'
import { fillWorkspace } from '../server/test/factories/large-workspace.ts'
import { rootOf, type TestFolder } from '../server/test/factories/items.ts'
import type { Bench } from './bench-program.ts'

const SPEAKERS = 40

/** Returns the root folder. Every block has one of forty speakers and an emotion; a fifth of them was saved once. */
export async function fillReports({ app: { db }, owner }: Bench, blocks: number): Promise<TestFolder> {
  const root = rootOf(owner)
  const began = performance.now()
  await fillWorkspace(db, root, { creator: owner, blocks })
  await sql`
    insert into speakers (workspace_id, name, is_manual)
    select ${owner.workspaceId}, '担当者' || n, true from generate_series(1, ${SPEAKERS}::integer) n
  `.execute(db)
  await sql`
    insert into transcript_revisions (transcript_id, revision, kind, added, changed, removed)
    select id, 1, 'edit', 0, 1, 0 from transcripts
  `.execute(db)
  await sql`
    update blocks set sentiment = blocks.id % 3 - 1, revision = case when blocks.id % 5 = 0 then 1 else 0 end,
      speaker_id = (select min(id) from speakers where workspace_id = ${owner.workspaceId}) + blocks.id % ${SPEAKERS}
  `.execute(db)
  await sql`update transcripts set text_length = 30000`.execute(db)
  await sql`vacuum (analyze) blocks`.execute(db)
  await sql`analyze`.execute(db)
  console.log(`${blocks} blocks made in ${Math.round((performance.now() - began) / 1000)} s`)
  return root
}
