/** Anything weaker is noise of the dictionary: the sentence counts as neutral. */
const FAINTEST = 0.2

/** A sentiment from -1 to 1 in steps of 0.01, where what is faint is exactly 0. */
export function toSentiment(value: number): number {
  const bounded = Math.min(1, Math.max(-1, Number.isFinite(value) ? value : 0))
  return Math.abs(bounded) < FAINTEST ? 0 : Math.round(bounded * 100) / 100
}
