// Sentences that the server writes into answers without a model.
import type { Locale } from '@kaiwa/contract/fields.ts'

export const texts: Readonly<Record<Locale, { nothingFound: string; passages: string }>> = {
  ja: {
    nothingFound: '質問に合う箇所は見つかりませんでした。',
    passages: '質問に合う箇所です。',
  },
  en: {
    nothingFound: 'No passage that fits the question was found.',
    passages: 'These passages fit the question.',
  },
}
