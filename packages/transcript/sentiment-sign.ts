export type SentimentSign = 'positive' | 'neutral' | 'negative'

/** Above 0 positive, 0 neutral, below 0 negative. */
export function sentimentSign(sentiment: number): SentimentSign {
  if (sentiment > 0) return 'positive'
  return sentiment < 0 ? 'negative' : 'neutral'
}
