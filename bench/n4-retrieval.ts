// N4: the best 20 blocks for a question over 1,000 files, against a full scan that reads and scores every block: p95 of
// the time, and the share of the full scan's best 20 that ours contains. Questions contain words of random blocks.
import { ROLE } from '@kaiwa/contract/roles.ts'
import { queryTerms } from '@kaiwa/ranking/query-terms.ts'
import { rankTexts } from '@kaiwa/ranking/rank-texts.ts'
import { sql } from 'kysely'
import { rankBlocks } from '../server/assistant/retrieval/find-passages.ts'
import type { Actor } from '../server/accounts/actor.ts'
import type { Db } from '../server/platform/database/database.ts'
import { assign, rootOf } from '../server/test/factories/items.ts'
import { fillWorkspace } from '../server/test/factories/large-workspace.ts'
import { randomNumbers } from '../server/test/random-numbers.ts'
import { createMember } from '../server/test/factories/users.ts'
import { isBelow, visibleItems } from '../server/tree/store/access.ts'
import { findProject } from '../server/tree/store/items.ts'
import { openBench } from './bench-program.ts'
import { compare, p95, report } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const BLOCKS = IS_SHORT ? 100_000 : 500_000
const QUESTIONS = IS_SHORT ? 10 : 20
const PAIRS = IS_SHORT ? 1 : 5
const BEST = 20
const MIN_RECALL = 0.95

/** Questions with two or three words of a block. */
async function makeQuestions(db: Db, count: number, random: () => number): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`
    select content from blocks where id % 1009 = 0 order by id`.execute(db)
  return Array.from({ length: count }, (_, index) => {
    const words = rows[Math.floor(random() * rows.length)]!.content.match(/[\p{Script=Han}ァ-ヺー]{2,}/gu) ?? []
    const chosen = words.toSorted(() => random() - 0.5).slice(0, 2 + (index % 2))
    return `${chosen.join('と')}について、お客様は何と言っていましたか。`
  })
}

/** Reads every visible block below the folder and scores it. */
async function fullScan(db: Db, actor: Actor, below: string, question: string): Promise<number[]> {
  const { rows } = await sql<{ block_id: number; normal: string }>`
    select text.block_id, text.normal from ${visibleItems(db, actor)} item
    join files file on file.item_id = item.id and ${isBelow(sql.ref('item.path'), sql.val(below))}
    join transcripts transcript on transcript.file_id = file.id and transcript.status = 'completed'
    join block_texts text on text.transcript_id = transcript.id
    order by text.block_id
  `.execute(db)
  const ranked = rankTexts(
    queryTerms(question),
    rows.map(({ normal }) => normal),
  )
  return ranked.slice(0, BEST).map(({ index }) => rows[index]!.block_id)
}

const bench = await openBench()
const { db } = bench.app
try {
  const root = rootOf(bench.owner)
  await fillWorkspace(db, root, { creator: bench.owner, blocks: BLOCKS })
  const viewer = await createMember(db, bench.owner, ROLE.guest)
  await assign(db, root, viewer, ROLE.viewer)
  const { actor } = viewer
  const { path: below } = await findProject(db, actor, root.projectId)
  const questions = await makeQuestions(db, QUESTIONS * (PAIRS + 1), randomNumbers(4))

  const ours = async (question: string): Promise<number[]> => {
    const ranked = await rankBlocks(db, { actor, files: { below }, speakerIds: [] }, question)
    return ranked.slice(0, BEST).map(({ id }) => id)
  }

  /** Each call uses the next questions, so that both sides get the same ones. */
  const p95Of = (ask: (question: string) => Promise<number[]>, answers: Map<string, number[]>) => {
    let round = 0
    return async (): Promise<number> => {
      const taken: number[] = []
      for (const question of questions.slice(round * QUESTIONS, (round + 1) * QUESTIONS)) {
        const since = performance.now()
        answers.set(question, await ask(question))
        taken.push(performance.now() - since)
      }
      round += 1
      return p95(taken)
    }
  }
  const [found, scanned] = [new Map<string, number[]>(), new Map<string, number[]>()]
  const note = `p95 of ${QUESTIONS} questions over ${BLOCKS} blocks, ${loadNow()}`
  await compare({
    id: 'N4',
    goal: { atMost: 0.1 },
    ours: p95Of(ours, found),
    peer: p95Of((question) => fullScan(db, actor, below, question), scanned),
    pairs: PAIRS,
    note,
  })
  let [expected, hits] = [0, 0]
  for (const [question, best] of scanned) {
    const mine = new Set(found.get(question))
    expected += best.length
    hits += best.filter((id) => mine.has(id)).length
  }
  const recall = hits / Math.max(1, expected)
  await report({
    id: 'N4 recall',
    ours: hits,
    peer: expected,
    unit: 'blocks',
    ratio: recall,
    goal: `>= ${MIN_RECALL}`,
    ok: recall >= MIN_RECALL,
    pairs: 1,
    note: `of the best ${BEST} of the full scan, ${scanned.size} questions`,
    at: new Date().toISOString(),
  })
} finally {
  await bench.close()
}
