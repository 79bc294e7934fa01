import type { EditableBlock, SentimentSign } from '@kaiwa/transcript'
import { sentimentSign } from '@kaiwa/transcript/sentiment-sign.ts'

export type EmotionFilter = 'all' | SentimentSign
/** `-` is descending. */
export type EmotionOrder = 'time' | '-time' | 'emotion' | '-emotion'

export interface EmotionQuery {
  emotion: EmotionFilter
  /** A speaker id, 0 for all. */
  speaker: number
  emotionOrder: EmotionOrder
}

/** The blocks that the filters leave, in their order. Equal emotions keep the order of time. */
export function emotionRows(
  blocks: Iterable<EditableBlock>,
  { emotion, speaker, emotionOrder }: EmotionQuery,
): EditableBlock[] {
  const rows = [...blocks]
    .filter((block) => emotion === 'all' || sentimentSign(block.sentiment) === emotion)
    .filter((block) => speaker === 0 || block.speaker_id === speaker)
    .sort((a, b) => a.start_time - b.start_time)
  const direction = emotionOrder.startsWith('-') ? -1 : 1
  if (emotionOrder.endsWith('emotion')) return rows.sort((a, b) => direction * (a.sentiment - b.sentiment))
  return direction === 1 ? rows : rows.reverse()
}

/** One page of rows. A page beyond the last one, for example after a change by others, is the last one. */
export function pageOf<T>(
  rows: readonly T[],
  page: number,
  size: number,
): { rows: T[]; current: number; last: number } {
  const last = Math.max(1, Math.ceil(rows.length / size))
  const current = Math.min(page, last)
  return { rows: rows.slice((current - 1) * size, current * size), current, last }
}
