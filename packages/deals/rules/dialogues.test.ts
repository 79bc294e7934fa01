// Dialogues of two people: questions with short answers, values that are repeated, rejected or corrected, and figures of
// another subject. One line a turn: seller `s:`, customer `c:`.
import { describe, expect, it } from 'vitest'
import type { Day } from '../days.ts'
import type { PortalSettings, Property } from '../property.ts'
import { findValue } from './find-value.ts'

const JA: PortalSettings = { timeZone: 'Asia/Tokyo', currency: 'JPY' }
const EN: PortalSettings = { timeZone: 'America/New_York', currency: 'USD' }
/** A Tuesday. */
const ON: Day = { year: 2026, month: 1, day: 20 }

function property(type: Property['type'], label: string, rest: Partial<Property> = {}): Property {
  return { name: 'p', label, description: '', type, fieldType: 'text', options: [], isCurrency: false, ...rest }
}

function select(label: string, options: Readonly<Record<string, string>>, fieldType: Property['fieldType'] = 'select') {
  const list = Object.entries(options).map(([value, name]) => ({ value, label: name }))
  return property('enumeration', label, { fieldType, options: list })
}

function find(of: Property, settings: PortalSettings, turns: readonly string[]): string | null {
  const blocks = turns.map((turn, index) => ({ id: `b${index}`, speaker: turn.slice(0, 1), text: turn.slice(2) }))
  const found = findValue(of, settings, blocks, ON)
  for (const { block, quote } of found?.quotes ?? [])
    expect(blocks.find(({ id }) => id === block)!.text).toContain(quote)
  return found?.value ?? null
}

const ja = {
  amount: property('number', '金額', { isCurrency: true }),
  budget: property('number', '予算', { isCurrency: true }),
  users: property('number', '利用人数'),
  months: property('number', '契約期間（月）'),
  start: property('date', '利用開始日'),
  meeting: property('date', '次回打ち合わせ日'),
  close: property('date', 'クローズ日', { description: '契約を締結する予定の日' }),
  end: property('date', '現在の契約終了日'),
  person: property('string', '決裁者'),
  trial: property('bool', 'トライアル希望'),
  review: property('bool', 'セキュリティ審査'),
  pain: property('string', '課題', { description: 'お客様が困っていること' }),
  next: property('string', '次のステップ'),
  industry: select('業種', { m: '製造業', r: '小売業', f: '金融', h: '医療' }),
  source: select('流入経路', { e: '展示会', w: 'ウェブサイト', r: '紹介' }),
  payment: select('支払い方法', { i: '請求書払い', c: 'クレジットカード', d: '口座振替' }),
  plan: select('検討プラン', { l: 'ライトプラン', p: 'プロプラン' }),
  features: select('希望機能', { d: '話者分離', t: 'リアルタイム翻訳', s: '要約' }, 'checkbox'),
  tools: select('競合製品', { v: 'ボイスログ', s: 'サクラノート' }, 'checkbox'),
  sites: property('number', '拠点数'),
}
const en = {
  amount: property('number', 'Amount', { isCurrency: true }),
  budget: property('number', 'Budget', { isCurrency: true }),
  users: property('number', 'Number of users'),
  months: property('number', 'Contract term (months)'),
  start: property('date', 'Go-live date'),
  meeting: property('date', 'Next meeting'),
  close: property('date', 'Close date', { description: 'Day on which the deal is expected to be signed' }),
  end: property('date', 'End of current contract'),
  person: property('string', 'Decision maker', { description: 'Name of the person who decides' }),
  trial: property('bool', 'Trial requested'),
  review: property('bool', 'Security review'),
  pain: property('string', 'Challenge'),
  next: property('string', 'Next step'),
  industry: select('Industry', { m: 'Manufacturing', r: 'Retail', f: 'Finance', h: 'Healthcare' }),
  source: select('Lead source', { e: 'Trade show', w: 'Website', r: 'Referral' }),
  payment: select('Payment method', { i: 'Invoice', c: 'Credit card', d: 'Direct debit' }),
  plan: select('Plan', { l: 'Light plan', p: 'Pro plan' }),
  features: select('Features', { d: 'Speaker separation', t: 'Live translation', s: 'Summaries' }, 'checkbox'),
  tools: select('Competitors', { v: 'VoiceLog', s: 'Sakura Notes' }, 'checkbox'),
  sites: property('number', 'Number of locations'),
}

describe('Japanese', () => {
  it.each<[string, Property, readonly string[], string | null]>([
    ['a hesitant answer', ja.users, ['s:何名様でお使いですか。', 'c:三十名ですかね。全社だと五百名いますけど。'], '30'],
    ['a subject that is only named', ja.payment, ['s:お支払い方法は。', 'c:カードでお願いします。'], 'c'],
    ['a value that is said again', ja.start, ['s:ご利用開始は4月1日でしょうか。', 'c:4月1日です。'], '2026-04-01'],
    ['another value in the answer', ja.users, ['s:利用人数は20名様ですか。', 'c:25名です。'], '25'],
    [
      'a correction by the other person',
      ja.users,
      ['s:人数は20名様です。', 'c:すみません、増えまして。30名でお願いします。'],
      '30',
    ],
    [
      'a day that is moved',
      ja.start,
      ['s:ご利用開始は4月1日と伺っておりましたが。', 'c:あ、それ変わりまして。5月1日からにさせてください。'],
      '2026-05-01',
    ],
    [
      'a question that goes on',
      ja.budget,
      ['s:ご予算はお決まりですか。', 'c:はい、予算は取ってあります。', 's:おいくらぐらいで。', 'c:80万円です。'],
      '800000',
    ],
    ['the budget is no amount', ja.amount, ['s:ご予算はおいくらですか。', 'c:80万円です。'], null],
    ['the price of a competitor', ja.amount, ['c:サクラノートさんは見積もりで60万円を提示してきました。'], null],
    ['the price before', ja.amount, ['s:当初の金額は90万円でした。'], null],
    ['a price that is too high', ja.amount, ['s:合計は90万円です。', 'c:うーん。ちょっと高いですね。'], null],
    ['an annual contract', ja.months, ['c:年間契約でお願いします。'], '12'],
    ['the term of the trial', ja.months, ['s:トライアルの期間は1か月です。'], null],
    ['the headcount of the company', ja.users, ['c:従業員は500名です。'], null],
    ['people in a meeting', ja.users, ['c:次回は5名で参加します。'], null],
    ['a meeting of the customer', ja.meeting, ['c:社内の会議は2月10日です。'], null],
    ['an appointment', ja.meeting, ['s:では2月3日に改めてお伺いします。', 'c:お願いします。'], '2026-02-03'],
    ['the day of signing', ja.close, ['c:契約書は3月10日に交わす予定です。'], '2026-03-10'],
    ['the start is not the day of signing', ja.close, ['c:3月10日から利用を開始します。'], null],
    ['the contract of today', ja.end, ['c:今のサービスが3月31日で切れるんです。'], '2026-03-31'],
    ['who decides', ja.person, ['s:どなたがお決めになりますか。', 'c:決めるのは田村です。'], '田村'],
    ['who does not decide', ja.person, ['s:決裁は田村様ですか。', 'c:いや、部長の大西が決裁します。'], '部長の大西'],
    ['a wish to try', ja.trial, ['c:まず試させてもらえますか。', 's:もちろんです。'], 'true'],
    ['no wish to try', ja.trial, ['s:お試しはいかがですか。', 'c:いえ、いりません。'], 'false'],
    ['a review', ja.review, ['s:セキュリティ面はいかがでしょう。', 'c:審査が必ず要ります。'], 'true'],
    ['a subject and no answer', ja.trial, ['s:トライアルはいかがいたしましょう。'], null],
    ['no problem', ja.pain, ['c:日程は問題ありませんので大丈夫です。'], null],
    ['a complaint', ja.pain, ['c:引き継ぎの漏れが多くて困っています。'], '引き継ぎの漏れが多くて困っています。'],
    ['a promise', ja.next, ['s:この後、見積書をお送りします。'], 'この後、見積書をお送りします。'],
    ['an industry by its shops', ja.industry, ['c:うちは百貨店でして、売り場が広いんです。'], 'r'],
    ['a bank of others', ja.industry, ['c:取引銀行の紹介です。'], null],
    ['a recommendation', ja.source, ['s:弊社のことはどちらでお知りになりましたか。', 'c:知人に勧められました。'], 'r'],
    ['part of an option', ja.features, ['c:翻訳は外せません。'], 't'],
    ['an option that is not needed', ja.features, ['c:要約は必須です。翻訳は要らないです。'], 's'],
    ['an option in other words', ja.features, ['c:話者の分離が必要です。'], 'd'],
    [
      'an option that was dropped',
      ja.tools,
      ['s:比較対象はボイスログさんですか。', 'c:いや、ボイスログさんは落ちました。'],
      null,
    ],
    [
      'two options of which one is added',
      ja.tools,
      ['s:ボイスログとの比較でしょうか。', 'c:サクラノートも見ています。'],
      'v;s',
    ],
    [
      'an option that was only heard of',
      ja.tools,
      ['s:競合は。', 'c:ボイスログの話は聞きましたけど、検討はしていないです。'],
      null,
    ],
    [
      'a day of another event',
      ja.close,
      ['s:ご契約日はいつですか。', 'c:稟議が通るのが2月20日で、ご契約はその後です。'],
      null,
    ],
    ['a reason', ja.start, ['c:3月15日に棚卸しがあるので、その前に使い始めたいです。'], null],
    ['employees and users', ja.users, ['c:従業員は300人ですが、使うのは40人です。'], '40'],
    ['a department is no person', ja.person, ['c:決裁は管理部長です。'], null],
    ['the industry of customers', ja.industry, ['c:うちは病院向けの清掃会社です。'], null],
    ['what is possible', ja.payment, ['c:支払いにカードは使えますか。', 's:はい。'], null],
    ['what is offered', ja.trial, ['s:無料トライアルもございます。'], null],
    ['what is offered and taken', ja.trial, ['s:無料トライアルもございます。', 'c:ぜひお願いします。'], 'true'],
    ['what may come later', ja.features, ['c:翻訳は将来的にはほしいですが、今は要約が必要です。'], 's'],
    ['a day with its weekday', ja.meeting, ['s:次回は23日の金曜日でよろしいですか。', 'c:はい。'], '2026-01-23'],
    ['a day that does not suit', ja.meeting, ['s:次回は1月27日でいかがでしょう。', 'c:27日は出張です。'], null],
    [
      'a counter-proposal',
      ja.start,
      ['c:4月1日から使いたいです。', 's:4月15日からになります。', 'c:はい、わかりました。'],
      '2026-04-15',
    ],
    ['two subjects in a sentence', ja.start, ['c:今の契約は3月末で、新しいものを使いたいです。'], null],
    ['a year is no term', ja.months, ['c:契約は2027年までです。'], null],
    ['a suggestion', ja.plan, ['s:ライトプランがおすすめです。', 'c:考えてみます。'], null],
    [
      'a suggestion that is taken',
      ja.plan,
      ['s:ライトプランがよろしいかと思います。', 'c:そうですね、ライトプランで。'],
      'l',
    ],
    ['two values that nobody settles', ja.sites, ['c:拠点は3か所です。', 's:はい。', 'c:拠点は5か所です。'], null],
    ['somebody else', ja.budget, ['c:系列の会社の予算は500万円です。'], null],
    [
      'an undecided answer',
      ja.start,
      ['s:利用開始はいつですか。', 'c:4月1日かもしれないし、5月1日かもしれません。'],
      null,
    ],
  ])('%s', (_, of, turns, value) => expect(find(of, JA, turns)).toBe(value))
})

describe('English', () => {
  it.each<[string, Property, readonly string[], string | null]>([
    ['people by their profession', en.users, ['s:How many nurses would use it?', 'c:Forty nurses.'], '40'],
    ['a value that is said again', en.payment, ['s:And payment by invoice?', 'c:Invoice, right.'], 'i'],
    [
      'another value in the answer',
      en.users,
      ['s:And the seats are still fifty?', 'c:Sixty. Two people joined us.'],
      '60',
    ],
    ['a value that is wrong', en.months, ['c:The term says twelve months.', 's:It should be eighteen.'], null],
    ['a term with a hyphen', en.months, ['c:We want a two-year contract.'], '24'],
    ['an annual contract', en.months, ['c:An annual contract is fine.'], '12'],
    ['a term that goes by', en.months, ['c:We have been on this contract for two years.'], null],
    ['the trial', en.months, ['s:The trial is for one month.'], null],
    ['a day after another', en.start, ['c:We go live on March 2nd. That Friday we train everybody.'], '2026-03-02'],
    ['a week from a day', en.close, ['s:When would you sign?', 'c:A week from this Friday.'], '2026-01-30'],
    ['a value before its subject', en.end, ["c:March 31st. That's when our current contract ends."], '2026-03-31'],
    ['the price of a competitor', en.amount, ['c:They quoted a total of $40,000.'], null],
    ['the price before', en.amount, ['c:Originally the total was $40,000.'], null],
    ['a price that is rejected', en.amount, ['s:The total is $40,000.', "c:Hmm. That's too much."], null],
    ['a price', en.amount, ['s:That comes to forty thousand dollars.', 'c:Okay.'], '40000'],
    ['no answer in a statement', en.sites, ['c:We opened an office.', 's:That comes to 40 in total.'], null],
    ['a name before a title', en.person, ['s:Who would sign off on this?', 'c:Carla Jensen, our CFO.'], 'Carla Jensen'],
    ['a name before a verb', en.person, ['c:In the end Carla Jensen decides.'], 'Carla Jensen'],
    ['a product is no name', en.person, ['c:Sakura Notes was the decision of the last team.'], null],
    ['a question with a denial', en.trial, ['s:You want to skip the trial?', 'c:Yes.'], null],
    ['a wish to try', en.trial, ["c:I'd like to try it out first."], 'true'],
    ['no problem', en.pain, ['s:A longer trial is not a problem for us.'], null],
    ['an industry by its name', en.industry, ["c:We're a regional bank."], 'f'],
    ['an industry of customers', en.industry, ['s:We work with many hospitals as customers.'], null],
    ['a referral', en.source, ['c:A friend referred me to you.'], 'r'],
    ['part of an option', en.plan, ['s:Which plan would you like?', 'c:Pro, please.'], 'p'],
    ['an option in other words', en.features, ['c:It must separate the speakers.'], 'd'],
    [
      'a list over several sentences',
      en.features,
      ['c:We need live translation. And the team wants summaries.'],
      't;s',
    ],
    [
      'an option that is denied and another',
      en.payment,
      ['s:How will you pay?', 'c:Not by card. We pay by invoice.'],
      'i',
    ],
    [
      'an option that was crossed off',
      en.tools,
      [
        's:Who else are you considering?',
        'c:We had VoiceLog on the list, but we crossed them off. Only Sakura is left.',
      ],
      's',
    ],
    ['yes and another option', en.features, ['s:Do you need live translation?', 'c:Yes, and summaries.'], 't;s'],
    ['what most customers take', en.plan, ['s:Most banks take the Pro plan.'], null],
    ['this year and last year', en.budget, ["c:Last year the budget was $40,000, this year it's $55,000."], '55000'],
    ['a counter-proposal', en.amount, ['s:The total is $45,000.', 'c:We said $42,000.', 's:Right, $42,000.'], '42000'],
    ['a suggestion', en.plan, ["s:I'd suggest the Pro plan.", 'c:Let me think about it.'], null],
    ['an option that was dropped', en.tools, ['c:We dropped VoiceLog, so we compare you with Sakura Notes.'], 's'],
    ['both options', en.tools, ['s:Is VoiceLog the one you compare us with?', "c:There's Sakura Notes also."], 'v;s'],
    ['a board meeting', en.meeting, ['c:Our board meets on February 3rd.'], null],
    ['an appointment', en.meeting, ['s:Can we go over it on February 3rd?', 'c:February 3rd is fine.'], '2026-02-03'],
    ['somebody else', en.budget, ['c:The other office has a budget of $90,000.'], null],
    ['an undecided answer', en.users, ['s:How many users?', "c:I honestly don't know. Between 50 and 80."], null],
    ['what one can spend', en.budget, ['s:What can you spend?', 'c:$33,000.'], '33000'],
  ])('%s', (_, of, turns, value) => expect(find(of, EN, turns)).toBe(value))
})
