import { countQuestions } from '../questions.ts'
import { changesTopic, isCourtesy } from './phrases.ts'
import { type SpokenSentence, sentencesOf, type TopicBlock } from './spoken-sentences.ts'

/** Sentences and words of a block. Computed once per block and cached. */
export interface ReadBlock {
  readonly block: TopicBlock
  readonly sentences: readonly SpokenSentence[]
  /** Weight of each content word by its dictionary form, and of the characters of Japanese words. */
  readonly words: ReadonlyMap<string, number>
  /** Sentences with content words. */
  readonly count: number
  /** Says more than a greeting. */
  readonly hasContent: boolean
  readonly asks: boolean
  /** The answer comes in the next block. */
  readonly endsAsking: boolean
  readonly changesTopic: boolean
}

/** Characters at the end of a block in which its last question is looked for. */
const LAST_WORDS = 60

function weighWords(sentences: readonly SpokenSentence[]): Map<string, number> {
  const weights = new Map<string, number>()
  const add = (key: string, weight: number) => weights.set(key, (weights.get(key) ?? 0) + weight)
  for (const { words } of sentences)
    for (const { base, score } of words) {
      add(base, score)
      // Words with a common character are related: 記録, 録音.
      if (base.length > 1)
        for (const character of new Set(base.match(/\p{Script=Han}/gu))) add(`:${character}`, score / 3)
    }
  return weights
}

function read(block: TopicBlock): ReadBlock {
  const { content } = block
  const sentences = sentencesOf(block)
  const withContent = sentences.filter(({ words }) => words.length > 0)
  const asks = countQuestions(content) > 0
  return {
    block,
    sentences,
    words: weighWords(sentences),
    count: withContent.length,
    hasContent: withContent.some(({ start, end }) => !isCourtesy(content.slice(start, end))),
    asks,
    endsAsking: asks && countQuestions(content.slice(-LAST_WORDS)) > 0,
    changesTopic: changesTopic(content),
  }
}

const known = new WeakMap<TopicBlock, ReadBlock>()

/** Blocks are immutable, so after an edit only the edited blocks are read again. */
export function readBlock(block: TopicBlock): ReadBlock {
  let found = known.get(block)
  if (!found) known.set(block, (found = read(block)))
  return found
}
