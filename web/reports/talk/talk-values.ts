// Figures of a file by the name of their column, for the chart.
import type { TalkFigures, TalkRow } from '@kaiwa/contract/talk.ts'
import type { TalkMeasure } from '@kaiwa/contract/talk-orders.ts'

/** Figures whose values of the speakers add up to that of the file. */
const ADDED: readonly TalkMeasure[] = ['seconds', 'share', 'turns', 'pauses', 'questions']

export function figureOf(figures: TalkFigures, measure: TalkMeasure): number {
  switch (measure) {
    case 'seconds':
    case 'share':
    case 'turns':
    case 'questions':
      return figures[measure]
    case 'pace':
      return figures.pace ?? 0
    case 'median':
      return figures.median_turn
    case 'longest':
    case 'pauses':
    case 'overlaps':
      return figures[measure].seconds
  }
}

/** A part of a bar. `speaker` is undefined if the bar is not divided. */
export interface Part {
  key: string
  speaker: number | null | undefined
  value: number
}

/** The bar of a file: the speakers one after another, or a single part. */
export function partsOf({ figures, speakers }: TalkRow, measure: TalkMeasure, chosen: number | null): Part[] {
  if (chosen !== null) {
    const speaker = chosen > 0 ? chosen : null
    return [{ key: 'chosen', speaker, value: figureOf(figures, measure) }]
  }
  if (!ADDED.includes(measure)) return [{ key: 'all', speaker: undefined, value: figureOf(figures, measure) }]
  const parts = speakers.map((one) => ({
    key: String(one.speaker?.id ?? 0),
    speaker: one.speaker?.id ?? null,
    value: figureOf(one, measure),
  }))
  const rest = figureOf(figures, measure) - parts.reduce((sum, { value }) => sum + value, 0)
  // Speakers beyond those that are listed.
  return rest > 1e-6 ? [...parts, { key: 'rest', speaker: undefined, value: rest }] : parts
}
