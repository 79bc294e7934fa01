// Sentences that the server writes into answers without a model.
import type { Locale } from '@kaiwa/contract/fields.ts'

type Text = 'nothingFound' | 'otherLanguage' | 'passages' | 'topics' | 'questions'

export const texts: Readonly<Record<Locale, Record<Text, string>>> = {
  ja: {
    nothingFound: '質問に合う箇所は見つかりませんでした。',
    otherLanguage:
      '質問に合う箇所は見つかりませんでした。質問と録音の言語が異なるようです。AIモデルを使わない場合は、話された言葉からのみ探します。録音と同じ言語で質問してみてください。',
    passages: '質問に合う箇所です。',
    topics: '話題ごとの代表的な発話です。',
    questions: '会話の中で出た質問です。',
  },
  en: {
    nothingFound: 'No passage that fits the question was found.',
    otherLanguage:
      'No passage that fits the question was found. The question seems to be in another language than the recording: without an AI model, only words that were said are found. Try asking in the language of the recording.',
    passages: 'These passages fit the question.',
    topics: 'What was said about each topic, in its most characteristic sentence.',
    questions: 'Questions that were asked in the conversation.',
  },
}
