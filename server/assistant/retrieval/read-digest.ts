// Finds the topics of recordings, or the questions in them, as literal passages, without a model. It reads all words of a
// recording, so it runs in a thread (read-digest.thread.ts).
import { countQuestions } from '@kaiwa/transcript/analysis/questions.ts'
import { extractTopics, type Topic } from '@kaiwa/transcript/analysis/topics.ts'
import { passageTime } from '@kaiwa/transcript/passage-excerpt.ts'
import { sentences } from '@kaiwa/transcript/sentences.ts'
import type { Db } from '../../platform/database/database.ts'
import { findDigestBlocks, type DigestBlock } from '../store/covered.ts'

export type DigestKind = 'topics' | 'questions'

export interface DigestOrder {
  kind: DigestKind
  /** Oldest first. */
  transcriptIds: readonly number[]
  speakerIds: readonly number[]
}

/** A literal part of a block. */
export interface DigestPassage {
  blockId: number
  text: string
  /** Seconds in the recording. */
  time: number
}

/** Passages of an answer; of more recordings, the newest ones are read. */
const MAX_PASSAGES = 8

/** The longest topics in order, each with its first passage. */
function topicsOf(blocks: readonly DigestBlock[], limit: number): DigestPassage[] {
  const ids = new Map(blocks.map(({ uuid, id }) => [uuid, id]))
  const lengthOf = ({ start_time, end_time }: Topic): number => end_time - start_time
  const topics = extractTopics(blocks)
  const longest = new Set(topics.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, limit))
  return topics
    .filter((topic) => longest.has(topic))
    .flatMap(({ passages: [first] }) =>
      first ? [{ blockId: ids.get(first.block_uuid) as number, text: first.text, time: first.start_time }] : [],
    )
}

/** The first questions, at most one of a block. */
function questionsOf(blocks: readonly DigestBlock[], limit: number): DigestPassage[] {
  const found: DigestPassage[] = []
  for (const block of blocks) {
    if (found.length === limit) break
    const { id, content } = block
    const question = sentences(content).find(({ start, end }) => countQuestions(content.slice(start, end)) > 0)
    if (!question) continue
    const { start, end } = question
    found.push({ blockId: id, text: content.slice(start, end), time: passageTime(block, start, end) })
  }
  return found
}

/** At most eight passages, divided among the recordings. */
export async function readDigest(db: Db, { kind, transcriptIds, speakerIds }: DigestOrder): Promise<DigestPassage[]> {
  const ids = transcriptIds.slice(-MAX_PASSAGES)
  const limit = Math.floor(MAX_PASSAGES / Math.max(1, ids.length))
  const passages: DigestPassage[] = []
  for (const id of ids) {
    const blocks = await findDigestBlocks(db, id, speakerIds)
    passages.push(...(kind === 'topics' ? topicsOf(blocks, limit) : questionsOf(blocks, limit)))
  }
  return passages
}
