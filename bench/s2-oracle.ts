// S2: 10,000 queries over 20,000 blocks, half of them said and half not quite, in whatever width: files, numbers of hits
// and order must be those of a plain LIKE over texts that are normalised here.
import { isDeepStrictEqual } from 'node:util'
import { normalise } from '@kaiwa/language'
import { sql } from 'kysely'
import { findFiles } from '../server/search/find-files.ts'
import { wantedOf } from '../server/search/grams.ts'
import { rootOf } from '../server/test/factories/items.ts'
import { fillWorkspace, randomNumbers } from '../server/test/factories/large-workspace.ts'
import { findProject } from '../server/workspace/items.ts'
import { report } from './measure.ts'
import { openBench } from './program.ts'
import { IS_SHORT } from './short.ts'
import { otherwiseTyped, spokenQueries } from './spoken-queries.ts'

const BLOCKS = 20_000
const QUERIES = IS_SHORT ? 500 : 10_000
const SHOWN = 3
const PAGE = 50

type Found = { file_id: number; total: number; block_ids: number[] }

const bench = await openBench()
const { db } = bench.app
try {
  const root = rootOf(bench.owner)
  // Files of few blocks, so that words are in most, in some and in none of them.
  await fillWorkspace(db, root, { creator: bench.owner, blocks: BLOCKS, blocksPerFile: 40 })
  const random = randomNumbers(3)
  const queries = (await spokenQueries(db, QUERIES, random)).map((query) => otherwiseTyped(query, random))

  const { rows: blocks } = await sql<{ id: number; file_id: number; content: string }>`
    select block.id, transcript.file_id, block.content from blocks block
    join transcripts transcript on transcript.id = block.transcript_id order by transcript.file_id, block.position
  `.execute(db)
  const texts = blocks.map(({ id, file_id, content }) => ({ id, file_id, normal: normalise(content) }))

  /** What LIKE '%words%' says of each text, without a database. */
  const oracle = (words: string): Found[] => {
    const normal = normalise(words)
    const found = new Map<number, Found>()
    for (const { id, file_id, normal: text } of texts) {
      if (!text.includes(normal)) continue
      const file = found.get(file_id) ?? { file_id, total: 0, block_ids: [] }
      file.total += 1
      if (file.total <= SHOWN) file.block_ids.push(id)
      found.set(file_id, file)
    }
    return [...found.values()]
  }

  const { actor } = bench.owner
  const { path: below } = await findProject(db, actor, root.projectId)
  const search = async (words: string, limit: number): Promise<Found[]> =>
    findFiles(db, {
      actor,
      below,
      // Titles are another matter.
      words: '\u{10ffff}',
      wanted: await wantedOf(db, words),
      order: sql`file.id`,
      offset: 0,
      limit,
    })

  const began = performance.now()
  const different: string[] = []
  for (const [index, words] of queries.entries()) {
    // Everything there is, and the first page as it is asked for.
    const limit = index % 2 === 0 ? BLOCKS : PAGE
    if (!isDeepStrictEqual(await search(words, limit), oracle(words).slice(0, limit))) different.push(words)
  }
  for (const words of different.slice(0, 10)) console.error(JSON.stringify(words))
  await report({
    id: 'S2',
    ours: different.length,
    peer: queries.length,
    unit: 'queries',
    ratio: different.length / queries.length,
    goal: '<= 0',
    ok: different.length === 0,
    pairs: 1,
    note: `differences in ${queries.length} queries over ${BLOCKS} blocks, ${Math.round((performance.now() - began) / 1000)} s`,
    at: new Date().toISOString(),
  })
} finally {
  await bench.close()
}
