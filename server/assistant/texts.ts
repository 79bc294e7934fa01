// Sentences that the server writes into answers without a model.
import type { Locale } from '@kaiwa/contract/fields.ts'

export const texts: Readonly<Record<Locale, Record<'nothingFound' | 'passages' | 'topics' | 'questions', string>>> = {
  ja: {
    nothingFound: '質問に合う箇所は見つかりませんでした。',
    passages: '質問に合う箇所です。',
    topics: '話題ごとの代表的な発話です。',
    questions: '会話の中で出た質問です。',
  },
  en: {
    nothingFound: 'No passage that fits the question was found.',
    passages: 'These passages fit the question.',
    topics: 'What was said about each topic, in its most characteristic sentence.',
    questions: 'Questions that were asked in the conversation.',
  },
}
