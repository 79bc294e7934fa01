import type { Block } from '@kaiwa/contract/transcripts.ts'
import { sentimentSign } from './sentiment-sign.ts'
import type { SentimentSign } from './sentiment-sign.ts'
import { buildTimeIndex, entryAt } from './time-index.ts'

type TimedSentiment = Pick<Block, 'start_time' | 'end_time' | 'sentiment'>

/**
 * Returns a function that gives the sentiment at a time (seconds); null in a pause. The index is built on the first
 * call.
 */
export function sentimentOver({
  blocks,
}: {
  readonly blocks: Iterable<TimedSentiment>
}): (time: number) => SentimentSign | null {
  const build = () => {
    const spoken = [...blocks]
    const index = buildTimeIndex(
      spoken.length,
      (place) => spoken[place]!.start_time,
      (place) => spoken[place]!.end_time,
    )
    return { spoken, index }
  }
  let built: ReturnType<typeof build> | null = null
  return (time) => {
    const { spoken, index } = (built ??= build())
    const entry = entryAt(index, time)
    return entry < 0 ? null : sentimentSign(spoken[index.sources[entry]!]!.sentiment)
  }
}
