// N6: the share of questions whose evidence is among the first five blocks shown without a model. 200 pairs of questions
// and answers stand in five generated meetings of 400 blocks each, 12 in the sample conversation. Each question is asked
// about its conversation, over the database as the assistant asks.
import { readFile } from 'node:fs/promises'
import { rankBlocks } from '../server/assistant/retrieval/find-passages.ts'
import { createFile, rootOf } from '../server/test/factories/items.ts'
import { randomNumbers } from '../server/test/random-numbers.ts'
import { createTranscriptOf } from '../server/test/factories/transcripts.ts'
import { openBench } from './bench-program.ts'
import { report } from './measure.ts'
import { FILLER, MEETINGS, type Pair, pairsOf, SAMPLE_PAIRS } from './question-pairs.ts'

const BLOCKS = 400
const SHOWN = 5
const MIN_SHARE = 0.85

interface Conversation {
  texts: readonly string[]
  pairs: readonly Pair[]
}

function makeMeeting(meeting: number, random: () => number): Conversation {
  const pairs = pairsOf(meeting)
  const texts = Array.from({ length: BLOCKS }, () => FILLER[Math.floor(random() * FILLER.length)]!)
  for (const [index, { said }] of pairs.entries()) texts[index * 10 + Math.floor(random() * 10)] = said
  return { texts, pairs }
}

async function readSample(): Promise<Conversation> {
  const text = await readFile(new URL('../media/ja-sales-call.json', import.meta.url), 'utf8')
  const { utterances } = JSON.parse(text) as { utterances: { text: string }[] }
  return { texts: utterances.map((one) => one.text), pairs: SAMPLE_PAIRS }
}

const bench = await openBench()
const { db } = bench.app
try {
  const { actor } = bench.owner
  const random = randomNumbers(6)
  const meetings = Array.from({ length: MEETINGS }, (_, meeting) => makeMeeting(meeting, random))
  const missed: string[] = []
  let asked = 0
  for (const { texts, pairs } of [...meetings, await readSample()]) {
    const file = await createFile(db, rootOf(bench.owner), { creator: bench.owner })
    const transcriptId = await createTranscriptOf(db, file, texts)
    const blocks = await db
      .selectFrom('blocks')
      .select(['id', 'content'])
      .where('transcript_id', '=', transcriptId)
      .execute()
    const contents = new Map(blocks.map(({ id, content }) => [id, content]))
    for (const pair of pairs) {
      const ranked = await rankBlocks(db, { actor, files: { ids: [file.id] }, speakerIds: [] }, pair.asked)
      asked += 1
      if (!ranked.slice(0, SHOWN).some(({ id }) => contents.get(id)?.includes(pair.said))) missed.push(pair.asked)
    }
  }
  for (const question of new Set(missed)) console.log(`not found: ${question}`)
  const share = (asked - missed.length) / asked
  await report({
    id: 'N6',
    ours: asked - missed.length,
    peer: asked,
    unit: 'pairs',
    ratio: share,
    goal: `>= ${MIN_SHARE}`,
    ok: share >= MIN_SHARE,
    pairs: 1,
    note: `evidence among the first ${SHOWN} blocks shown`,
    at: new Date().toISOString(),
  })
} finally {
  await bench.close()
}
