// Edits of the sample, as its user could have made them: speaker names, a corrected word, sections and tags. Positions
// are given by the words spoken there. Speakers have name keys and are shown in the language of each reader; sections
// and tags are in the language of the user who added the sample.
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { NameKey } from '@kaiwa/contract/product-names.ts'

/** The speakers in the order in which they begin to speak. */
export const SPEAKERS: readonly NameKey[] = ['sample-seller', 'sample-customer']

/** A product name that recognition writes by its sound. */
export const CORRECTION = { query: 'ハブスポット', replacement: 'HubSpot' }

type Text = Readonly<Record<Locale, string>>

/** Sections by the beginning of their first block. */
export const SECTIONS: readonly { at: string; name: Text }[] = [
  { at: '本日はお忙しいところ', name: { ja: 'ご挨拶', en: 'Introductions' } },
  { at: '早速ですが', name: { ja: '現在の課題', en: 'Problems today' } },
  { at: '弊社のサービスでは', name: { ja: 'サービスの説明', en: 'The service' } },
  { at: 'それはうれしいです', name: { ja: '費用と決裁', en: 'Price and decision' } },
  { at: '水曜日の午後二時', name: { ja: 'セキュリティと連携', en: 'Security and integration' } },
  { at: '導入時期は来年の四月', name: { ja: '導入時期と次の予定', en: 'Schedule and next steps' } },
]

/** Tags with the passages that they mark. */
export const TAGS: readonly { name: Text; appearance: string; passages: readonly string[] }[] = [
  {
    name: { ja: '課題', en: 'Problem' },
    appearance: '#E5484D',
    passages: ['一件あたり四十分ほどかかっていて', '人によって書き方が違います'],
  },
  {
    name: { ja: '予算', en: 'Budget' },
    appearance: '#4CAF50',
    passages: ['予算は年間で百万円を考えています'],
  },
  {
    name: { ja: '次の行動', en: 'Next step' },
    appearance: '#2F8FED',
    passages: ['デモの日程を鈴木に確認しておきます', 'お見積もりは今週の金曜日までにお送りします'],
  },
]

/** A question with an answer that was written by hand, in the form of an answer with quotes. */
export const CHAT: { question: Text; intro: Text; parts: readonly { text: Text; quote: string }[] } = {
  question: { ja: 'お客様の課題と予算は何ですか', en: 'What are the problems and the budget of the customer?' },
  intro: {
    ja: 'これはサンプルの回答です。番号を押すと、根拠となる発話を再生します。',
    en: 'This is an example of an answer. A number plays what was said.',
  },
  parts: [
    {
      text: {
        ja: '- 議事録の作成に、一件あたり四十分ほどかかっています。',
        en: '- Writing the minutes takes about forty minutes for each meeting.',
      },
      quote: '一件あたり四十分ほどかかっていて',
    },
    {
      text: { ja: '- 書き方が人によって違います。', en: '- Everyone writes them in a different way.' },
      quote: '人によって書き方が違います',
    },
    {
      text: { ja: '- 予算は**年間で百万円**です。', en: '- The budget is **one million yen a year**.' },
      quote: '予算は年間で百万円を考えています',
    },
  ],
}
