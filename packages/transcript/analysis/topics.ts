// Finds the topics of a conversation without a model: divides it where its words change, and selects the most
// characteristic sentences of each part. A passage is always a literal part of a block. The result depends on the blocks
// only.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { cutText, passageTime } from '../passage-excerpt.ts'
import type { ContentWord } from './content-words.ts'
import { choosePassages } from './topics/choose-passages.ts'
import { readBlock, type ReadBlock } from './topics/read-block.ts'
import type { TopicBlock } from './topics/spoken-sentences.ts'
import { topicBorders } from './topics/topic-borders.ts'
import { nameTopic } from './topics/topic-name.ts'

export interface TopicPassage {
  readonly block_uuid: string
  /** UTF-16 code units in the text of the block. */
  readonly offset: number
  readonly text: string
  /** Seconds. */
  readonly start_time: number
}

export interface Topic {
  /** The block with which the topic begins. */
  readonly block_uuid: string
  /** Seconds. */
  readonly start_time: number
  readonly end_time: number
  /** Its most characteristic phrases, as the name of a section. Empty without nouns. */
  readonly name: string
  /** Sorted by their place. */
  readonly passages: readonly TopicPassage[]
}

const MAX_TOPICS = 8
/** Sentences with content words of a usual topic in a short conversation. */
const SENTENCES_PER_TOPIC = 8
/** Seconds of silence after which a new topic is likely. */
const LONG_PAUSE = 4

/** Borders before questions and phrases of change; none between a question and its answer. */
function cuesOf(blocks: readonly ReadBlock[]): number[] {
  let [isAnswer, lastEnd] = [false, 0]
  return blocks.map(({ block, asks, endsAsking, changesTopic }) => {
    const pause = block.start_time - lastEnd > LONG_PAUSE
    const cue = (changesTopic ? 1.5 : 0) + (asks && !isAnswer ? 0.5 : 0) + (pause ? 0.5 : 0) - (isAnswer ? 1 : 0)
    isAnswer = endsAsking
    lastEnd = Math.max(lastEnd, block.end_time)
    return cue
  })
}

/** The blocks of each topic. Greetings are no topic: they belong to the topic before, or at the beginning to the first. */
function divide(blocks: readonly ReadBlock[]): ReadBlock[][] {
  const cues = cuesOf(blocks)
  const sentences = blocks.reduce((sum, { count }) => sum + count, 0)
  const borders = topicBorders(
    blocks.map(({ words }, index) => ({ words, cue: cues[index]! })),
    Math.min(MAX_TOPICS, Math.ceil(sentences / SENTENCES_PER_TOPIC)),
  )
  const topics: ReadBlock[][] = []
  borders.forEach((first, index) => {
    const members = blocks.slice(first, borders[index + 1])
    const last = topics.at(-1)
    const joins = last && !(members.some(({ hasContent }) => hasContent) && last.some(({ hasContent }) => hasContent))
    if (joins) last.push(...members)
    else topics.push(members)
  })
  return topics
}

/** Number of occurrences of each dictionary form. */
function countWords(blocks: readonly ReadBlock[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { sentences } of blocks)
    for (const { words } of sentences) for (const { base } of words) counts.set(base, (counts.get(base) ?? 0) + 1)
  return counts
}

/** The topics of a conversation in order, at most eight. Without any text there are none. */
export function extractTopics(blocks: Iterable<TopicBlock>): Topic[] {
  const spoken = Array.from(blocks, readBlock).filter(({ sentences }) => sentences.length > 0)
  const everywhere = countWords(spoken)
  return divide(spoken).map((members) => {
    const counts = countWords(members)
    /** Weight of a word in this topic: higher the more of its occurrences are in this topic. */
    const weightOf = ({ base, score }: ContentWord) => {
      const here = counts.get(base)!
      return score * (1 + Math.log(here)) * (0.4 + 0.6 * (here / everywhere.get(base)!))
    }
    const { uuid, start_time } = members[0]!.block
    return {
      block_uuid: uuid,
      start_time,
      end_time: members.reduce((latest, { block }) => Math.max(latest, block.end_time), start_time),
      name: cutText(nameTopic(members, weightOf), LIMITS.sectionNameLength),
      passages: choosePassages(members, weightOf).map(({ block, start, end }) => ({
        block_uuid: block.uuid,
        offset: start,
        text: block.content.slice(start, end),
        start_time: passageTime(block, start, end),
      })),
    }
  })
}
