// The summary of the sample, which was written by hand, in the form of one that a model writes.
import type { Locale } from '@kaiwa/contract/fields.ts'
import type { SummaryPartName } from '@kaiwa/contract/summary-words.ts'

type Text = Readonly<Record<Locale, string>>

interface SampleItem {
  text: Text
  /** Literal text of a block. A section begins at that block. */
  quote: string
  owner?: Text
  due?: Text
}

export const SUMMARY: Readonly<Record<SummaryPartName, readonly SampleItem[]>> = {
  overview: [
    {
      text: {
        ja: '北星製作所の営業部は議事録を手で書いており、月六十件の商談に、一件あたり四十分ほどかけている。',
        en: 'The sales department of Hokusei writes minutes by hand: about forty minutes for each of sixty meetings a month.',
      },
      quote: '一件あたり四十分ほどかかっていて',
    },
    {
      text: {
        ja: '予算は年間百万円で、月額五万円のベーシックプランなら範囲に入る見込み。',
        en: 'The budget is one million yen a year; the basic plan at fifty thousand yen a month should fit.',
      },
      quote: '予算は年間で百万円を考えています',
    },
    {
      text: {
        ja: '録音データが社外に出ることに不安があり、自社のサーバーで動かせる点が評価された。',
        en: 'The customer is uneasy about recordings outside of the company, and likes that it runs on their own server.',
      },
      quote: '社外に録音データが出るのは少し不安です',
    },
    {
      text: {
        ja: '導入の目標は来年の四月で、利用の開始には通常二週間かかる。',
        en: 'The goal is to start next April; a start usually takes two weeks.',
      },
      quote: '導入時期は来年の四月を目標にしています',
    },
  ],
  decisions: [
    {
      text: {
        ja: 'デモは、鈴木営業本部長を交えて来週の水曜日の午後二時に行う。',
        en: 'The demo with Mr. Suzuki takes place next Wednesday at 2 p.m.',
      },
      quote: '水曜日の午後二時でお願いいたします',
    },
  ],
  to_dos: [
    {
      text: { ja: 'デモの日程を鈴木さんに確認する。', en: 'Confirm the date of the demo with Mr. Suzuki.' },
      quote: 'デモの日程を鈴木に確認しておきます',
      owner: { ja: '佐藤（北星製作所）', en: 'Sato (Hokusei)' },
    },
    {
      text: { ja: '見積もりを送る。', en: 'Send the quotation.' },
      quote: 'お見積もりは今週の金曜日までにお送りします',
      owner: { ja: '山田（ミナト商事）', en: 'Yamada (Minato)' },
      due: { ja: '今週の金曜日', en: 'Friday of this week' },
    },
  ],
  sections: [
    { text: { ja: 'サービスの説明', en: 'The service' }, quote: '弊社のサービスでは' },
    { text: { ja: 'データの保存場所', en: 'Where data is stored' }, quote: '社外に録音データが出るのは' },
    { text: { ja: '営業支援ツールとの連携', en: 'Integration with the CRM' }, quote: '商談の情報も自動で更新できます' },
  ],
}
