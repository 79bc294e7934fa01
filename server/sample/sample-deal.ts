// Values that were written to the deal of the sample, with the quotes that support them.
import type { Locale } from '@kaiwa/contract/fields.ts'

interface SampleValue {
  /** Name of the property in the stand-in portal. */
  property: string
  reason: Readonly<Record<Locale, string>>
  /** Literal text of a block. */
  quote: string
}

export const DEAL_VALUES: readonly SampleValue[] = [
  {
    property: 'yosan',
    reason: {
      ja: 'お客様が年間の予算を百万円と話しています。',
      en: 'The customer says that the budget is one million yen a year.',
    },
    quote: '予算は年間で百万円を考えています',
  },
  {
    property: 'kessaisha',
    reason: {
      ja: '最終的な判断は営業本部長の鈴木さんが行います。',
      en: 'Mr. Suzuki, head of sales, takes the final decision.',
    },
    quote: '最終的には営業本部長の鈴木が判断します',
  },
  {
    property: 'dounyu_jiki',
    reason: { ja: '導入の目標は来年の四月です。', en: 'The goal is to start next April.' },
    quote: '導入時期は来年の四月を目標にしています',
  },
  {
    property: 'riyou_ninzu',
    reason: { ja: '営業の担当者は八人です。', en: 'The sales department has eight people.' },
    quote: '営業は八人いますので',
  },
]
