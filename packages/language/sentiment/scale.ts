/** Sentiment below this is dictionary noise and counts as neutral. */
const MIN_SENTIMENT = 0.2

/** Rounds a sentiment to steps of 0.01 in -1 to 1. Values below FAINTEST become 0. */
export function toSentiment(value: number): number {
  const bounded = Math.min(1, Math.max(-1, Number.isFinite(value) ? value : 0))
  return Math.abs(bounded) < MIN_SENTIMENT ? 0 : Math.round(bounded * 100) / 100
}
