// Values that both sides say without naming the subject, options that stay open, and figures that belong to something else.
// One line a turn: seller `s:`, customers `c:` and `d:`.
import { describe, expect, it } from 'vitest'
import { EN, en, find, JA, ja, type Row } from './test/conversation-rows.ts'

describe('both sides say a value', () => {
  it.each<Row>([
    [
      'a price that is accepted',
      ja.amount,
      ['s:それでは120万円でいかがでしょう。', 'c:120万円ね。それで決まり。'],
      '1200000',
    ],
    [
      'a price that is not accepted',
      ja.amount,
      ['s:120万円ですと厳しいでしょうか。', 'c:120万円かあ。社内で検討します。'],
      null,
    ],
    [
      'an amount after the budget',
      ja.amount,
      ['s:ご予算は。', 'c:80万円です。', 's:80万円ですね、承知しました。'],
      null,
    ],
    [
      'a bill of something else',
      ja.amount,
      ['c:修理に80万円かかりまして。', 's:80万円ですか、それは痛いですね。'],
      null,
    ],
    ['a term', ja.months, ['s:契約は何年にしますか。', 'c:三年で。', 's:三年ですね。'], '36'],
    ['the length of the trial', ja.months, ['s:トライアルは2か月です。', 'c:2か月あれば十分です。'], null],
    [
      'how long something took',
      ja.months,
      ['c:前の契約は審査に3か月かかったんです。', 's:3か月ですか。長いですね。'],
      null,
    ],
    [
      'an appointment',
      ja.meeting,
      ['c:木曜の午後なら。', 's:では29日の午後2時に。', 'c:はい、お待ちしています。'],
      '2026-01-29',
    ],
    ['the day of an event', ja.meeting, ['c:棚卸しが29日なんです。', 's:29日ですか、大変ですね。'], null],
    ['a chosen plan', ja.plan, ['c:それだと足りないんで、プロで。', 's:プロプランですね。'], 'p'],
    ['a count with its unit', ja.users, ['c:病棟だけですから180です。', 's:180名様ですね。'], '180'],
    ['visitors are no users', ja.users, ['c:先週のお客さんが400人で。', 's:400人ですか、すごいですね。'], null],
    ['staff of the company', ja.users, ['c:従業員は400人です。', 's:400名様ですか。'], null],
  ])('Japanese: %s', (_, of, turns, value) => expect(find(of, JA, turns)).toBe(value))

  it.each<Row>([
    [
      'a price that is accepted',
      en.amount,
      ['s:That would be 44,000 dollars for the year.', "c:Forty-four thousand. Okay, I'm in."],
      '44000',
    ],
    [
      'a price that is not',
      en.amount,
      ['s:I could do 44,000 dollars.', "c:Forty-four thousand. I'll take it to my boss."],
      null,
    ],
    ['a grant', en.amount, ['c:The grant is 80,000 dollars.', 's:Eighty thousand dollars, done.'], null],
    ['a term', en.months, ['s:Is the contract for two years?', 'c:Two years, yes.', 's:Two years it is.'], '24'],
    ['the age of a tool', en.months, ['c:We have had that tool for three years.', 's:Three years, wow.'], null],
    [
      'an appointment',
      en.meeting,
      ["c:Let's say Tuesday January 27th, ten o'clock.", 's:January 27th at ten. Looking forward to it.'],
      '2026-01-27',
    ],
    ['a holiday', en.meeting, ['c:My birthday is on January 27th.', 's:January 27th, happy birthday!'], null],
    ['the end of a contract', en.meeting, ['c:It expires on January 27th.', "s:January 27th, that's soon."], null],
    ['a chosen plan', en.plan, ['c:Then no. Give me Light.', 's:You got it, Light it is.'], 'l'],
    ['a count', en.users, ['c:Not the teachers. Sixty-five users.', 's:Sixty-five.'], '65'],
    ['visitors', en.users, ['c:We had four thousand visitors.', 's:Four thousand!'], null],
    ['people who join', en.users, ['c:Four people start on Monday.', 's:Four, great.'], null],
    ['a payment', en.payment, ['c:Just a normal invoice.', 's:Invoice, noted.'], 'i'],
  ])('English: %s', (_, of, turns, value) => expect(find(of, EN, turns)).toBe(value))
})

describe('options that stay open', () => {
  it.each<Row>([
    [
      'a list that is incomplete',
      ja.features,
      ['c:要約は必須です。', 'd:録音を分けて、話者分離も見てみたいよね。'],
      null,
    ],
    [
      'the other plan was too much',
      ja.plan,
      ['s:ライトプランですね。', 'c:はい、ライトで。プロは豪華すぎるので。'],
      'l',
    ],
    [
      'a feature that exists already',
      ja.features,
      ['c:要約が欲しいんです。', 's:翻訳は。', 'c:翻訳は別の機械があるので結構です。'],
      's',
    ],
    ['an offer', ja.features, ['s:翻訳のほうはいかがですか。', 'c:要約だけ必要です。'], 's'],
  ])('Japanese: %s', (_, of, turns, value) => {
    const found = find(of, JA, turns)
    // The order of a list is that of the property.
    expect(found?.split(';').toSorted().join(';') ?? null).toBe(value?.split(';').toSorted().join(';') ?? null)
  })

  it.each<Row>([
    [
      'two people who disagree',
      en.plan,
      ['s:Which plan feels right?', 'c:Pro.', 'd:Light. We will fight that one out.'],
      null,
    ],
    [
      'a plan that would be sensible',
      en.plan,
      ['s:Which plan?', 'c:Light would be the sensible answer. But the API is in Pro, so Pro.'],
      null,
    ],
    ['a list and another wish', en.features, ["c:We need summaries. It's all about live translation."], 't;s'],
    [
      'a feature that is not needed',
      en.features,
      ['c:Summaries is what we need.', 's:And live translation?', 'c:No.'],
      's',
    ],
    [
      'a competitor and another one',
      en.tools,
      ['s:Who else are you looking at?', 'c:VoiceLog.', 'd:I like Sakura Notes.'],
      null,
    ],
  ])('English: %s', (_, of, turns, value) => expect(find(of, EN, turns)).toBe(value))
})

describe('wishes and needs', () => {
  it.each<Row>([
    ['a wish as a request', ja.trial, ['c:まずはお試しでやらせてほしいんだけど。', 's:はい。'], 'true'],
    ['an offer that is refused', ja.trial, ['s:もしよろしければ、無料のトライアルだけでも。', 'c:いらない。'], 'false'],
    [
      'what has to be done',
      ja.review,
      ['s:どのような手続きになりますか。', 'c:まずシステム部のセキュリティ審査ですね。'],
      'true',
    ],
    ['the case of this hospital', ja.review, ['c:当院の場合、セキュリティの審査を必ず受けていただきます。'], 'true'],
    ['a case that may come', ja.review, ['c:個人情報を扱う場合、セキュリティの審査が必要です。'], null],
    [
      'a question with an answer',
      ja.pain,
      ['s:一番のお悩みは何でしょう。', 'c:離職です。応対のあとの入力がしんどいって。'],
      '離職です。応対のあとの入力がしんどいって。',
    ],
    ['no problem', ja.pain, ['s:何かお困りごとはありますか。', 'c:特にないですね。'], null],
    ['a draft of the contract', ja.close, ['s:契約書の案を1月30日にお送りします。', 'c:はい。'], null],
    ['a trial alone', ja.next, ['c:試してみたいです。', 's:では試用のアカウントをお出しします。'], null],
    [
      'a promise at the end',
      ja.next,
      ['c:費用は。', 's:30万円です。', 'c:なるほど。', 's:では見積書をお送りします。'],
      'では見積書をお送りします。',
    ],
  ])('Japanese: %s', (_, of, turns, value) => expect(find(of, JA, turns)).toBe(value))

  it.each<Row>([
    ['a wish as a request', en.trial, ['c:Can I try it first?', "s:For sure, I'll turn on a trial."], 'true'],
    ['a request that is refused', en.trial, ['c:Can I try it first?', "s:I'm afraid not."], null],
    ['what is needed', en.review, ['s:On vendor risk, what do you need from us?', 'c:A full security review.'], 'true'],
    [
      'fine with it',
      en.review,
      ['s:Any new vendor has to go through a security review.', "c:No, that's fine."],
      'true',
    ],
    [
      'a question with an answer',
      en.pain,
      ["s:What's eating up your time?", 'c:Intake notes. My advocates spend an hour on each.'],
      'Intake notes. My advocates spend an hour on each.',
    ],
    [
      'contracts that are signed already',
      en.close,
      ['c:Four people start on January 26th, the offers are signed.'],
      null,
    ],
    ['to the point', en.next, ['c:I have ten minutes.', "s:Then I'll get right to it."], null],
  ])('English: %s', (_, of, turns, value) => expect(find(of, EN, turns)).toBe(value))
})
