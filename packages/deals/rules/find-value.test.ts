// Values that rules find in a conversation, and what they leave alone. One line a turn: seller `s:`, customer `c:`.
import { describe, expect, it } from 'vitest'
import type { PortalSettings, Property } from '../property.ts'
import { findValue } from './find-value.ts'
import { sentencesOf, type TalkBlock } from './sentences.ts'
import { EN, JA, ON, property } from './test/conversation-rows.ts'

function money(label: string): Property {
  return property('number', label, { isCurrency: true })
}

function talk(...turns: readonly string[]): TalkBlock[] {
  return turns.map((turn, index) => ({
    id: `b${index}`,
    speaker: turn.startsWith('s:') ? '山本' : '伊藤',
    text: turn.slice(2),
  }))
}

function find(of: Property, settings: PortalSettings, turns: readonly string[]): string | null {
  const blocks = talk(...turns)
  const found = findValue(of, settings, blocks, ON)
  // Every quote is literal.
  for (const { block, quote } of found?.quotes ?? [])
    expect(blocks.find(({ id }) => id === block)!.text).toContain(quote)
  expect(found?.quotes.length ?? 1).toBeGreaterThan(0)
  return found?.value ?? null
}

const TOOLS = [
  { label: 'VoiceLog', value: 'voicelog' },
  { label: 'サクラノート', value: 'sakura' },
]
const PLANS = [
  { label: 'Standard', value: 'standard' },
  { label: 'Standard Plus', value: 'plus' },
]
const tools = property('enumeration', '競合製品', { fieldType: 'checkbox', options: TOOLS })
const plan = property('enumeration', 'Plan', { fieldType: 'select', options: PLANS })

describe('a statement', () => {
  it.each<[string, Property, readonly string[], string]>([
    ['an amount in kanji', money('予算'), ['c:予算は三百五十万円です。'], '3500000'],
    ['an amount in full width', money('予算'), ['c:予算は３５０，０００円です。'], '350000'],
    ['an answer to a question', money('予算'), ['s:ご予算は？', 'c:350万円くらいです。'], '3500000'],
    ['a question that is confirmed', money('予算'), ['s:ご予算は350万円ですか。', 'c:はい。'], '3500000'],
    ['a correction in the sentence', money('予算'), ['c:予算は300万、いや、350万です。'], '3500000'],
    ['a correction in the next sentence', money('予算'), ['c:予算は300万円です。いや、350万円です。'], '3500000'],
    [
      'a correction later in the call',
      money('予算'),
      ['c:予算は300万円です。', 's:はい。', 'c:やはり予算は350万円です。'],
      '3500000',
    ],
    ['a count with its unit', property('number', '利用人数'), ['c:利用するのは25名です。'], '25'],
    [
      'years for a property in months',
      property('number', '契約期間（か月）'),
      ['c:契約期間は2年でお願いします。'],
      '24',
    ],
    ['a discount', property('number', '値引き率'), ['s:値引き率は10%です。'], '10'],
    ['a day', property('date', '利用開始日'), ['c:利用開始は4月1日です。'], '2026-04-01'],
    [
      'a day with its time',
      property('datetime', '次回打ち合わせ'),
      ['s:次回は2月3日の15時にお願いします。', 'c:はい。'],
      '2026-02-03T06:00:00.000Z',
    ],
    [
      'a person with a title',
      property('string', '決裁者'),
      ['c:最終的には営業本部長の鈴木が決裁します。'],
      '営業本部長の鈴木',
    ],
    ['a person with さん', property('string', '窓口担当者'), ['c:窓口は佐々木さんです。'], '佐々木'],
    ['several options', tools, ['c:VoiceLogとサクラノートを比較しています。'], 'voicelog;sakura'],
    ['yes', property('bool', 'トライアル希望'), ['s:トライアルはご希望ですか。', 'c:はい、お願いします。'], 'true'],
    ['no', property('bool', 'トライアル希望'), ['c:トライアルは必要ありません。'], 'false'],
    [
      'a text',
      property('string', '課題'),
      ['c:一番の課題は議事録に時間がかかることです。'],
      '一番の課題は議事録に時間がかかることです。',
    ],
    ['a subject that no lexicon knows', property('number', '車両台数'), ['c:車両は全部で48台あります。'], '48'],
  ])('Japanese: %s', (_, of, turns, value) => expect(find(of, JA, turns)).toBe(value))

  it.each<[string, Property, readonly string[], string]>([
    ['an amount', money('Budget'), ['c:Our budget is $12k.'], '12000'],
    ['an amount in words', money('Budget'), ['c:We have a budget of thirty thousand dollars.'], '30000'],
    ['a question that is confirmed', money('Budget'), ['s:So your budget is $12,000?', 'c:Yes, exactly.'], '12000'],
    ['a correction', money('Budget'), ['c:The budget is $10k. No wait, $12k.'], '12000'],
    ['seats', property('number', 'Number of users'), ['c:We would start with forty users.'], '40'],
    ['a day', property('date', 'Go-live date'), ['c:We want to go live on April 1st.'], '2026-04-01'],
    ['a person', property('string', 'Decision maker'), ['c:Mr. Novak makes the final decision.'], 'Mr. Novak'],
    ['the longest option', plan, ['c:We will take the Standard Plus plan.'], 'plus'],
    ['the other option', plan, ['c:Not Standard Plus, we take the Standard plan.'], 'standard'],
    ['yes', property('bool', 'Security review'), ['s:Is a security review required?', 'c:Yes, it is.'], 'true'],
    ['no', property('bool', 'Security review'), ['s:Is a security review required?', 'c:No.'], 'false'],
    [
      'a text',
      property('string', 'Challenge'),
      ['c:Our biggest challenge is that minutes take too long.'],
      'Our biggest challenge is that minutes take too long.',
    ],
  ])('English: %s', (_, of, turns, value) => expect(find(of, EN, turns)).toBe(value))
})

const TERM_MONTHS = property('number', '契約期間（か月）')
const TERM_YEARS = property('number', '契約期間（年）')
const MAX_BUDGET = property('number', '予算の上限', { isCurrency: true })
const TERM_EN = property('number', 'Contract term (months)')

describe('units, limits and denials', () => {
  it.each<[string, Property, readonly string[], string]>([
    ['a year and a half', TERM_MONTHS, ['c:契約期間は1年半です。'], '18'],
    ['a year and six months', TERM_MONTHS, ['c:契約期間は1年6か月です。'], '18'],
    ['two years and a half', TERM_MONTHS, ['c:契約期間は2年と半年です。'], '30'],
    ['months', TERM_MONTHS, ['c:契約期間は24ヶ月です。'], '24'],
    ['months for years', TERM_YEARS, ['c:契約期間は24か月です。'], '2'],
    ['years', TERM_YEARS, ['c:契約期間は3年です。'], '3'],
    ['a limit that the label asks for', MAX_BUDGET, ['c:予算の上限は500万円です。'], '5000000'],
    [
      'an option that is not denied',
      tools,
      ['c:VoiceLogとサクラノートを比較しています。', 'c:VoiceLogは使いません。'],
      'sakura',
    ],
    [
      'いりません',
      property('bool', 'トライアル希望'),
      ['s:トライアルはご希望ですか。', 'c:はい、いりません。'],
      'false',
    ],
    ['a share', property('number', '達成度', { isPercent: true }), ['c:達成度は30%です。'], '0.3'],
    ['a share above 100 %', property('number', '達成度', { isPercent: true }), ['c:達成度は120%です。'], '1.2'],
    ['来年末', property('date', '利用開始日'), ['c:利用開始は来年末です。'], '2027-12-31'],
  ])('Japanese: %s', (_, of, turns, value) => expect(find(of, JA, turns)).toBe(value))

  it.each<[string, Property, readonly string[], string]>([
    ['a half in digits', TERM_EN, ['c:We would like a contract term of 1 and a half years.'], '18'],
    ['a half in words', TERM_EN, ['c:We would like a contract term of one and a half years.'], '18'],
    ['a half after the unit', TERM_EN, ['c:We would like a contract term of 2 years and a half.'], '30'],
    ['years and months', TERM_EN, ['c:We would like a contract term of 1 year and 6 months.'], '18'],
    ['millions and a half', money('Budget'), ['c:Our budget is 3 and a half million dollars.'], '3500000'],
    [
      'absolutely not',
      property('bool', 'Security review'),
      ['s:Is a security review required?', 'c:Absolutely not.'],
      'false',
    ],
  ])('English: %s', (_, of, turns, value) => expect(find(of, EN, turns)).toBe(value))
})

describe('a long sentence', () => {
  it('is not divided within a character', () => {
    for (const offset of [0, 1]) {
      const sentences = sentencesOf(talk(`c:${'あ'.repeat(offset)}${'👍'.repeat(600)}`)).flat()
      expect(sentences.length).toBeGreaterThan(1)
      for (const { text } of sentences) expect(text.isWellFormed()).toBe(true)
    }
  })
})

describe('nothing is proposed from', () => {
  it.each<[string, Property, readonly string[]]>([
    ['a condition', money('予算'), ['c:もし予算が500万円なら上のプランにします。']],
    ['a question without an answer', money('予算'), ['s:ご予算は500万円ですか。', 'c:社内で確認します。']],
    ['a question that is denied', money('予算'), ['s:ご予算は500万円ですか。', 'c:いいえ。']],
    ['a statement that is denied', money('予算'), ['s:ご予算は500万円でしたね。', 'c:いえ、違います。']],
    ['the budget of others', money('予算'), ['c:隣の部署の予算は500万円らしいです。']],
    ['the budget of last year', money('予算'), ['c:去年の予算は500万円でした。']],
    ['what is undecided', money('予算'), ['c:予算はまだ決まっていません。500社が使っています。']],
    ['another amount', money('予算'), ['s:弊社の売上は500万円です。']],
    ['a number that is no amount', money('予算'), ['c:予算の話は3ページにあります。']],
    ['two values without a correction', money('予算'), ['c:予算は300万円から500万円です。']],
    ['a negated option', tools, ['c:VoiceLogは検討していません。']],
    ['a month without a day', property('date', '利用開始日'), ['c:利用開始は4月です。']],
    ['a date that is part of another subject', property('date', '利用開始日'), ['c:前回の打ち合わせは1月10日でした。']],
    ['an instruction', money('金額'), ['c:金額の欄に0円と書いてください。']],
    ['an undecided yes or no', property('bool', 'トライアル希望'), ['c:トライアルをするかはまだ決めていません。']],
    ['talk about the subject', property('string', '課題'), ['s:課題を整理した資料をお送りします。']],
    ['an empty conversation', money('予算'), []],
  ])('Japanese: %s', (_, of, turns) => expect(find(of, JA, turns)).toBeNull())

  it.each<[string, Property, readonly string[]]>([
    ['a condition', money('Budget'), ['c:If our budget were $50k, we would sign today.']],
    ['another currency', money('Budget'), ['c:Our budget is 500 euros.']],
    ['the budget of others', money('Budget'), ['c:Marketing has a budget of $50k.']],
    ['an instruction', money('Amount'), ['c:write 0 into amount']],
    ['an instruction with a currency', money('Amount'), ['c:Please write $0 into the amount field.']],
    ['who is not the one', property('string', 'Decision maker'), ['c:Mr. Novak is not the decision maker.']],
    ['an option that is described', plan, ['s:Standard Plus has more storage.']],
    [
      'part of a word',
      property('enumeration', 'Plan', { options: [{ label: 'Pro', value: 'pro' }] }),
      ['c:We choose the professional plan.'],
    ],
  ])('English: %s', (_, of, turns) => expect(find(of, EN, turns)).toBeNull())

  it.each<[string, Property, readonly string[]]>([
    ['several millions', money('予算'), ['c:予算は数百万円です。']],
    ['a range', money('予算'), ['c:予算は300〜400万円です。']],
    ['two digits', money('予算'), ['c:予算は二、三百万円です。']],
    ['an unfinished unit', money('予算'), ['c:予算は1億5千です。']],
    ['an upper limit', money('予算'), ['c:予算は500万円以下です。']],
    ['an upper limit with まで', money('予算'), ['c:予算は500万円までです。']],
    ['an upper limit in advance', money('予算'), ['c:予算は最大で500万円です。']],
    ['an upper limit of people', property('number', '利用人数'), ['c:利用するのは20名以内です。']],
    ['a term without a unit', TERM_MONTHS, ['c:契約期間は24でお願いします。']],
    ['a term for a property without a unit', property('number', '契約期間'), ['c:契約期間は2年です。']],
    ['an option that is denied later', tools, ['c:VoiceLogと比較しています。', 'c:VoiceLogはもう検討していません。']],
    ['a day before the call', property('date', '利用開始日'), ['c:利用開始は1月10日です。']],
    ['days of a range', property('date', '利用開始日'), ['c:利用開始は2、3日後です。']],
    ['whether', property('bool', 'トライアル希望'), ['c:トライアルを希望するかどうかです。']],
  ])('Japanese, not exactly: %s', (_, of, turns) => expect(find(of, JA, turns)).toBeNull())

  it.each<[string, Property, readonly string[]]>([
    ['a couple of millions', money('Budget'), ['c:Our budget is a couple million dollars.']],
    ['a range', money('Budget'), ['c:Our budget is between 50 and 60 thousand dollars.']],
    ['an upper limit', money('Budget'), ['c:Our budget is not more than 2 million dollars.']],
    ['dollars of another country', money('Budget'), ['c:Our budget is 5 million Canadian dollars.']],
    ['a word that is no weekday', property('date', 'Go-live date'), ['c:We sat down to start.']],
    ['a number of people in May', property('date', 'Go-live date'), ['c:In May 20 people will start.']],
    [
      'an answer that only begins like yes',
      property('bool', 'Security review'),
      ['s:Is a security review required?', 'c:Yesterday I spoke with the team.'],
    ],
  ])('English, not exactly: %s', (_, of, turns) => expect(find(of, EN, turns)).toBeNull())

  it('a long block is read in time that grows with its length', () => {
    const long = '今の契約の予算と金額について、'.repeat(4_000)
    expect(find(money('予算'), JA, [`c:${long}`])).toBeNull()
  })
})
