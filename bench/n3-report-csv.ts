// N3: the CSV of a report against COPY … TO STDOUT of the same rows: time until the last byte has been received. Then the
// peak memory of a new program during that CSV, against one of 10,000 rows.
import { strictEqual } from 'node:assert'
import { sql } from 'kysely'
import pg from 'pg'
import { createFolder, fillFolder, rootOf, type TestFolder } from '../server/test/factories/items.ts'
import { openBench } from './bench-program.ts'
import { compare } from './measure.ts'
import { watchMemory } from './memory.ts'
import { fillReports } from './report-workspace.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const BLOCKS = IS_SHORT ? 200_000 : 1_000_000
const FEW = 10_000
const MB = 1_048_576

const COPY = `copy (
  select file.title, block.start_time, block.end_time, speaker.name, block.sentiment, block.content,
    coalesce(saved.edited_at, transcript.created_at)
  from files file join transcripts transcript on transcript.file_id = file.id
  join blocks block on block.transcript_id = transcript.id
  left join speakers speaker on speaker.id = block.speaker_id
  left join transcript_revisions saved on saved.transcript_id = transcript.id and saved.revision = block.revision
  order by file.id desc, block.position
) to stdout (format csv)`

const bench = await openBench()
const { db } = bench.app

/** Creates a folder of 10,000 blocks in addition to the others. */
async function makeFew(): Promise<TestFolder> {
  const few = await createFolder(db, rootOf(bench.owner), { creator: bench.owner })
  await fillFolder(db, few, { creator: bench.owner, count: FEW / 500 })
  await sql`insert into transcripts (file_id, status, language, text_length)
    select id, 'completed', 'ja', 30000 from files where project_id = ${few.projectId}`.execute(db)
  await sql`insert into blocks (transcript_id, uuid, position, start_time, end_time, content)
    select transcripts.id, gen_random_uuid(), n, n, n + 1, repeat('話', 60)
    from transcripts join files on files.id = transcripts.file_id, generate_series(1, 500) n
    where project_id = ${few.projectId}`.execute(db)
  return few
}

/** Downloads the CSV; returns its number of lines. */
async function download(base: string, { projectId }: TestFolder): Promise<number> {
  const query = 'first_condition=sentence&second_condition=speakers&scope=below'
  const answer = await fetch(`${base}/api/projects/${projectId}/reports/export?${query}`, {
    headers: { authorization: `Bearer ${bench.owner.token}` },
  })
  let lines = 0
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>)
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) lines += 1
  return lines
}

async function peakOf(folder: TestFolder, rows: number): Promise<number> {
  const program = await bench.start('api')
  const memory = watchMemory(program.pid)
  strictEqual(await download(program.url, folder), rows + 1)
  const bytes = await memory.stop()
  await program.stop()
  return bytes / MB
}

const client = new pg.Client({ connectionString: bench.databaseUrl })
try {
  const root = await fillReports(bench, BLOCKS)
  const few = await makeFew()
  await client.connect()
  const program = await bench.start('api')
  await compare({
    id: 'N3',
    goal: { atMost: 2 },
    // Includes the 10,000 rows of the other folder.
    ours: async () => strictEqual(await download(program.url, root), BLOCKS + FEW + 1),
    peer: async () => void (await client.query(COPY)),
    pairs: 3,
    note: `CSV of ${BLOCKS + FEW} rows over HTTP; ${loadNow()}`,
  })
  await program.stop()
  await compare({
    id: 'N3 memory',
    goal: { atMost: 1.2 },
    unit: 'MB',
    ours: () => peakOf(root, BLOCKS + FEW),
    peer: () => peakOf(few, FEW),
    pairs: IS_SHORT ? 1 : 3,
    note: `peak of a new program, ${BLOCKS + FEW} rows against ${FEW}; ${loadNow()}`,
  })
} finally {
  await client.end().catch(() => {})
  await bench.close()
}
