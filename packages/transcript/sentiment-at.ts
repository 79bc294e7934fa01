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
    const said = [...blocks]
    const index = buildTimeIndex(
      said.length,
      (place) => said[place]!.start_time,
      (place) => said[place]!.end_time,
    )
    return { said, index }
  }
  let built: ReturnType<typeof build> | null = null
  return (time) => {
    const { said, index } = (built ??= build())
    const entry = entryAt(index, time)
    return entry < 0 ? null : sentimentSign(said[index.sources[entry]!]!.sentiment)
  }
}
