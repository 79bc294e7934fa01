// S2: 10,000 queries over 20,000 blocks, half of them taken from the text and half altered, in any character width.
// Files, numbers of hits and order must equal those of PostgreSQL's LIKE over texts that are normalised here. The scan
// processes a hundred queries at a time, so that the texts are read less often.
import { isDeepStrictEqual } from 'node:util'
import { normalise } from '@kaiwa/language'
import { sql } from 'kysely'
import type { Db } from '../server/platform/database/database.ts'
import { findFiles, type FoundFile } from '../server/search/store/find-files.ts'
import { planGramQuery } from '../server/search/grams.ts'
import { rootOf } from '../server/test/factories/items.ts'
import { fillWorkspace } from '../server/test/factories/large-workspace.ts'
import { randomNumbers } from '../server/test/random-numbers.ts'
import { findProject } from '../server/tree/store/items.ts'
import { report } from './measure.ts'
import { openBench } from './bench-program.ts'
import { alteredQuery, spokenQueries } from './spoken-queries.ts'

const BLOCKS = 20_000
const QUERIES = 10_000
const AT_ONCE = 100
const SHOWN = 3
const PAGE = 50
const count = Number(process.argv[2] ?? (process.env['KAIWA_BENCH_SHORT'] === '1' ? 500 : QUERIES))

/** Normalises the texts again, independently of the stored search texts. */
async function renormaliseTexts(db: Db): Promise<void> {
  await sql`create table oracle (block_id integer, file_id integer, position numeric, normal text collate "C")`.execute(
    db,
  )
  const { rows } = await sql<{ id: number; file_id: number; position: string; content: string }>`
    select block.id, transcript.file_id, block.position::text, block.content from blocks block
    join transcripts transcript on transcript.id = block.transcript_id
  `.execute(db)
  await sql`
    insert into oracle select * from unnest(${rows.map(({ id }) => id)}::integer[],
      ${rows.map(({ file_id }) => file_id)}::integer[], ${rows.map(({ position }) => position)}::numeric[],
      ${rows.map(({ content }) => normalise(content))}::text[])
  `.execute(db)
  await sql`analyze oracle`.execute(db)
}

function patternOf(words: string): string {
  return `%${normalise(words.trim())
    .trim()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** All files that LIKE finds for each query, by the query's index. */
async function likeScan(db: Db, queries: readonly string[]): Promise<FoundFile[][]> {
  const { rows } = await sql<FoundFile & { place: number }>`
    select asked.place::integer, file_id, count(*)::integer as total,
      (array_agg(block_id order by position))[1:${sql.lit(SHOWN)}] as block_ids
    from oracle join unnest(${queries.map(patternOf)}::text[]) with ordinality asked (pattern, place) on normal like pattern
    group by asked.place, file_id order by asked.place, file_id
  `.execute(db)
  const found = queries.map((): FoundFile[] => [])
  for (const { place, ...file } of rows) found[place - 1]?.push(file)
  return found
}

const bench = await openBench()
const { db } = bench.app
try {
  const root = rootOf(bench.owner)
  // Files with few blocks, so that words occur in most, some or none of them.
  await fillWorkspace(db, root, { creator: bench.owner, blocks: BLOCKS, blocksPerFile: 40 })
  await renormaliseTexts(db)
  const random = randomNumbers(3)
  const queries = (await spokenQueries(db, count, random)).map((query) => alteredQuery(query, random))
  const { actor } = bench.owner
  const { path: below } = await findProject(db, actor, root.projectId)
  const search = async (words: string, limit: number): Promise<FoundFile[]> =>
    findFiles(db, {
      actor,
      below,
      // A word that matches no title, because titles are not compared.
      words: '\u{10ffff}',
      wanted: await planGramQuery(db, words),
      order: sql`file.id`,
      offset: 0,
      limit,
    })

  const began = performance.now()
  const seconds = (): number => Math.round((performance.now() - began) / 1000)
  const different: string[] = []
  let found = 0
  for (let at = 0; at < queries.length; at += AT_ONCE) {
    const asked = queries.slice(at, at + AT_ONCE)
    const oracle = await likeScan(db, asked)
    for (const [index, words] of asked.entries()) {
      // Alternately compares all results and only the first page.
      const limit = index % 2 === 0 ? BLOCKS : PAGE
      const wanted = oracle[index]?.slice(0, limit) ?? []
      found += wanted.length > 0 ? 1 : 0
      if (!isDeepStrictEqual(await search(words, limit), wanted)) different.push(words)
    }
    const done = at + asked.length
    const left = Math.round((seconds() / done) * (count - done))
    console.log(`S2 ${done} of ${count} queries, ${different.length} differences, about ${left} s left`)
  }
  for (const words of different.slice(0, 10)) console.error(JSON.stringify(words))
  const note = `differences in ${count} queries, ${found} of them with hits, over ${BLOCKS} blocks, ${seconds()} s`
  if (count >= QUERIES)
    await report({
      id: 'S2',
      ours: different.length,
      peer: queries.length,
      unit: 'queries',
      ratio: different.length / queries.length,
      goal: '<= 0',
      ok: different.length === 0,
      pairs: 1,
      note,
      at: new Date().toISOString(),
    })
  console.log(`S2 ${different.length === 0 ? 'holds' : 'is broken'}: ${different.length} ${note}`)
  process.exitCode = different.length === 0 ? 0 : 1
} finally {
  await bench.close()
}
