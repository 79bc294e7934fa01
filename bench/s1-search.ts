// S1: the first page of a search below the root, for a guest who sees half of the folders, against a LIKE scan over the
// same normalised texts with the same permissions, order and limit: p95 over queries of 1 to 10 characters taken from
// the transcripts, so that frequent text is queried frequently.
import { deepStrictEqual } from 'node:assert'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { fileOrderBy } from '../server/files/store/order.ts'
import { findProject } from '../server/tree/store/items.ts'
import { findFiles } from '../server/search/store/find-files.ts'
import { planGramQuery } from '../server/search/grams.ts'
import { assign, rootOf } from '../server/test/factories/items.ts'
import { fillWorkspace } from '../server/test/factories/large-workspace.ts'
import { randomNumbers } from '../server/test/random-numbers.ts'
import { createMember } from '../server/test/factories/users.ts'
import { likeScan } from './like-scan.ts'
import { compare, p95 } from './measure.ts'
import { openBench } from './bench-program.ts'
import { IS_SHORT, loadNow } from './run-options.ts'
import { spokenQueries } from './spoken-queries.ts'

const BLOCKS = IS_SHORT ? 200_000 : 1_000_000
const QUERIES = 60
const PAIRS = 5
const PAGE = 50

const bench = await openBench()
const { db } = bench.app
try {
  const root = rootOf(bench.owner)
  const began = performance.now()
  const folders = await fillWorkspace(db, root, { creator: bench.owner, blocks: BLOCKS })
  console.log(`${BLOCKS} blocks made in ${Math.round((performance.now() - began) / 1000)} s`)
  const guest = await createMember(db, bench.owner, ROLE.guest)
  await assign(db, root, guest, ROLE.viewer)
  for (const folder of folders.filter((_, index) => index % 2 === 1)) await assign(db, folder, guest, null)
  const { actor } = guest
  const folder = await findProject(db, actor, root.projectId)
  const queries = await spokenQueries(db, QUERIES * (PAIRS + 1), randomNumbers(2))
  const order = fileOrderBy(actor, '-last_updated_at')

  const ours = async (words: string): Promise<number[]> => {
    const wanted = await planGramQuery(db, words)
    const found = await findFiles(db, { actor, below: folder.path, words, wanted, order, offset: 0, limit: PAGE })
    return found.map(({ file_id: id }) => id)
  }
  const peer = (words: string): Promise<number[]> =>
    likeScan(db, { actor, below: folder.path, words, order, limit: PAGE })

  /** Each call uses the next queries, so that both sides get the same ones. */
  const p95Of = (ask: (words: string) => Promise<number[]>, answers: Map<string, number[]>) => {
    let round = 0
    return async (): Promise<number> => {
      const taken: number[] = []
      for (const words of queries.slice(round * QUERIES, (round + 1) * QUERIES)) {
        const since = performance.now()
        answers.set(words, await ask(words))
        taken.push(performance.now() - since)
      }
      round += 1
      return p95(taken)
    }
  }
  const [found, scanned] = [new Map<string, number[]>(), new Map<string, number[]>()]
  await compare({
    id: 'S1',
    goal: { atMost: 0.1 },
    ours: p95Of(ours, found),
    peer: p95Of(peer, scanned),
    pairs: PAIRS,
    note: `p95 of ${QUERIES} queries over ${BLOCKS} blocks, ${loadNow()}`,
  })
  deepStrictEqual(found, scanned)
} finally {
  await bench.close()
}
