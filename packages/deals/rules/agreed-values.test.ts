// Values that both sides settle on in several turns, and the words by which they are refused, contested or left to others.
// One line a turn: seller `s:`, customers `c:` and `d:`.
import { describe, expect, it } from 'vitest'
import { EN, en, find, JA, ja, type Row } from './test/conversation-rows.ts'

describe('a value that the other person repeats', () => {
  it.each<Row>([
    [
      'chooses between two numbers',
      ja.users,
      ['s:何名様でお使いですか。', 'c:全員だと300名ですけど、営業だけなら45名です。', 's:45名様ですね。'],
      '45',
    ],
    ['names the subject by its unit', ja.users, ['c:班長と主任で、えーと、26人。', 's:26名様ですね。'], '26'],
    [
      'is no number of another subject',
      ja.sites,
      ['s:拠点は東京です。', 'c:はい、見積もりは156,000円ですね。', 's:156,000円です。'],
      null,
    ],
    ['is no question', ja.users, ['c:社員は80名です。', 's:80名様ですか。', 'c:まだわかりません。'], null],
  ])('Japanese: %s', (_, of, turns, value) => expect(find(of, JA, turns)).toBe(value))

  it.each<Row>([
    [
      'chooses between two numbers',
      en.users,
      ['s:How many users?', "c:There are 900 of us, but it's just for the 140 engineers.", 's:Okay, 140.'],
      '140',
    ],
    [
      'takes the place of a number that was asked',
      en.users,
      ['s:You wanted 200 seats.', "c:It's going to be 180. Twenty people have left us.", 's:180, okay.'],
      '180',
    ],
    [
      'without punctuation',
      en.users,
      ['s:okay how many users would there be', "c:headcount is 260 but it's the lending team so 45", 's:45 great'],
      '45',
    ],
  ])('English: %s', (_, of, turns, value) => expect(find(of, EN, turns)).toBe(value))
})

describe('a subject of several turns', () => {
  it.each<Row>([
    [
      'days until one suits',
      ja.meeting,
      [
        's:次回の打ち合わせですが、26日はいかがですか。',
        'c:26日は出張です。',
        's:では28日はどうでしょう。',
        'c:はい、大丈夫です。',
      ],
      '2026-01-28',
    ],
    [
      'a day of the month that was named',
      ja.close,
      ['s:ご契約日はいつですか。', 'c:三月の役員会が十八日なので、十九日に契約したいです。'],
      '2026-03-19',
    ],
    [
      'a day that is contested',
      ja.start,
      ['s:利用開始はいつですか。', 'c:3月2日からお願いします。', 'd:いや、3月は無理です。'],
      null,
    ],
    [
      'a day that nobody agrees to',
      ja.close,
      ['c:3月20日に契約したいです。', 's:はい。', 'c:でも20日は祝日か。19日かな。'],
      null,
    ],
  ])('Japanese: %s', (_, of, turns, value) => expect(find(of, JA, turns)).toBe(value))

  it.each<Row>([
    [
      'days until one suits',
      en.meeting,
      [
        's:When can we meet again?',
        'c:Not this week.',
        's:Monday?',
        "c:Monday, no. Let's say Wednesday.",
        's:Wednesday the 28th?',
        'c:Yes.',
      ],
      '2026-01-28',
    ],
    [
      'a deadline is another subject',
      en.close,
      ['s:When would you sign?', "c:I'll ask.", 's:I can send the quote by January 30?', 'c:Yes.'],
      null,
    ],
    ['a day in words', en.close, ['s:When would you sign?', 'c:On March second.'], '2026-03-02'],
  ])('English: %s', (_, of, turns, value) => expect(find(of, EN, turns)).toBe(value))
})

describe('values of other companies, or of the past', () => {
  it.each<Row>([
    [
      'the price of a competitor',
      ja.amount,
      ['s:サクラノートさんのお値段は。', 'c:年間90万円って言ってました。'],
      null,
    ],
    [
      'the part about last year',
      ja.budget,
      ['c:去年の予算は200万円だったんですが、今期の予算は300万円です。'],
      '3000000',
    ],
    [
      'the end of the contract is no day of signing',
      ja.close,
      ['s:ご契約はいつまでですか。', 'c:3月末までです。'],
      null,
    ],
    ['the end of the contract', ja.end, ['s:今のご契約はいつまでですか。', 'c:3月末までです。'], '2026-03-31'],
    ['a threshold', ja.users, ['s:100名様からは割引がございます。'], null],
    ['places are no people', ja.users, ['c:使うのは本館と別館の2か所です。'], null],
    ['a price for more people', ja.users, ['s:100名様ですと年間で240万円です。'], null],
    [
      'a product of the past',
      ja.tools,
      ['s:競合はいかがですか。', 'c:ボイスログは前に使ってましたけど、もう解約しました。'],
      null,
    ],
    [
      'a product that was dropped',
      ja.tools,
      ['s:比較されている製品は。', 'c:ボイスログは見ましたけど候補から外しました。サクラノートは残っています。'],
      's',
    ],
    ['equipment for another industry', ja.industry, ['c:うちは医療機器の商社です。'], null],
  ])('Japanese: %s', (_, of, turns, value) => expect(find(of, JA, turns)).toBe(value))

  it.each<Row>([
    ['a shop that closes', en.close, ['c:The Macon store closes on January 31.'], null],
    ['users of somebody else', en.users, ['c:They have 300 users.'], null],
    ['a department is no industry', en.industry, ["c:We're an agency for finance roles."], null],
    [
      'a product that cannot do it',
      en.tools,
      ['s:Who else are you talking to?', "c:Sakura Notes. We saw VoiceLog but they can't translate."],
      's',
    ],
    [
      'two sources',
      en.source,
      ['s:Did you find us through an ad?', 'c:No, a friend recommended you. Then I looked at the website.'],
      null,
    ],
    ['people in meetings', en.users, ['s:How many people are in these meetings?', 'c:Ten.'], null],
  ])('English: %s', (_, of, turns, value) => expect(find(of, EN, turns)).toBe(value))
})

describe('options', () => {
  it.each<Row>([
    ['a refusal', ja.payment, ['s:お支払いはカードですか。', 'c:カードは持たせてもらえないんです。'], null],
    ['a request', ja.payment, ['s:お支払い方法は。', 'c:請求書払いでお願いできますか。', 's:はい。'], 'i'],
    ['a decision', ja.plan, ['c:プロはちょっと高いので、ライトにします。'], 'l'],
    ['indifference', ja.features, ['s:必要な機能は。', 'c:翻訳は必須です。要約は別にどっちでも。'], 't'],
    ['a must in the form of a denial', ja.features, ['c:要約がないと困ります。'], 's'],
    ['one of the industry', ja.industry, ['c:うちは信用金庫で、お客さんはご年配が多いです。'], 'f'],
    ['an industry that is worked for', ja.industry, ['c:うちは建設会社で、病院の建て替えをやっています。'], null],
    ['thanks at a fair', ja.source, ['s:先日の展示会ではありがとうございました。'], 'e'],
  ])('Japanese: %s', (_, of, turns, value) => expect(find(of, JA, turns)).toBe(value))

  it.each<Row>([
    ['two of them in a question', en.payment, ['s:Is that invoice or card?', 'c:Invoice please.'], 'i'],
    ['a decision', en.plan, ['s:Premium support is in Pro.', 'c:Okay, so Pro.'], 'p'],
    ['a bonus', en.features, ['c:We need speaker separation. Summaries would be a bonus.'], 'd'],
    ['a part of a label', en.features, ['c:We need translation and summaries.'], 't;s'],
    ['one of the industry', en.industry, ["c:We're a regional chain of hardware stores."], 'r'],
    ['an industry that is worked for', en.industry, ['c:We clean hospitals and office buildings.'], null],
    ['the bank of the customer', en.industry, ['c:Our bank approved the loan.'], null],
    ['what is made', en.industry, ['c:We make gearboxes.'], 'm'],
    ['a guess that is taken back', en.plan, ['s:Which plan?', "c:Pro, I think. I don't know."], null],
  ])('English: %s', (_, of, turns, value) => expect(find(of, EN, turns)).toBe(value))
})

describe('yes and no', () => {
  it.each<Row>([
    [
      'a review whose subject was named before',
      ja.review,
      ['s:セキュリティについては。', 'c:当然、審査があります。'],
      'true',
    ],
    ['a negation that is repeated', ja.review, ['s:セキュリティ審査は不要ですか。', 'c:はい、不要です。'], 'false'],
    ['a review of something else', ja.review, ['s:融資の件は。', 'c:審査があります。'], null],
  ])('Japanese: %s', (_, of, turns, value) => expect(find(of, JA, turns)).toBe(value))

  it.each<Row>([
    ['a polite condition', en.trial, ['s:I can offer a trial if you like.', "c:We don't need that."], 'false'],
    ['how it was', en.trial, ['s:How was the trial?', 'c:It was great, yes.'], null],
    ['an answer for others', en.review, ['s:Is a security review required?', 'c:Their IT wants one, yes.'], null],
    ['a pilot is no trial', en.trial, ['c:We decided to skip the pilot.'], null],
    ['a thing that exists', en.review, ["c:There's a full security review for anything new."], 'true'],
    ['none', en.review, ["c:There's no security review needed."], 'false'],
  ])('English: %s', (_, of, turns, value) => expect(find(of, EN, turns)).toBe(value))
})
