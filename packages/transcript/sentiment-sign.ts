export type SentimentSign = 'positive' | 'neutral' | 'negative'

export function sentimentSign(sentiment: number): SentimentSign {
  if (sentiment > 0) return 'positive'
  return sentiment < 0 ? 'negative' : 'neutral'
}
