export const SENTIMENT_SIGNS = ['positive', 'neutral', 'negative'] as const
export type SentimentSign = (typeof SENTIMENT_SIGNS)[number]

export function sentimentSign(sentiment: number): SentimentSign {
  if (sentiment > 0) return 'positive'
  return sentiment < 0 ? 'negative' : 'neutral'
}
