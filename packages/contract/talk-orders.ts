// The orders of a comparison of talk, as data without a schema library: server and browser use them.

/** `created`: when the file was added. `share`: of the chosen speaker, otherwise the largest of the file. */
export const TALK_ORDERS = [
  'created',
  'title',
  'seconds',
  'share',
  'turns',
  'median',
  'longest',
  'pace',
  'pauses',
  'overlaps',
  'questions',
] as const
export type TalkOrder = (typeof TALK_ORDERS)[number]

/** Figures that a chart compares. */
export type TalkMeasure = Exclude<TalkOrder, 'created' | 'title'>

export const TALK_DIRECTIONS = ['asc', 'desc'] as const
export type TalkDirection = (typeof TALK_DIRECTIONS)[number]
