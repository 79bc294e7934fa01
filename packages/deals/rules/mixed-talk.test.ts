// Conversations with several values, of which one is right. One line a turn: seller `s:`, customers `c:` and `d:`.
import { describe, expect, it } from 'vitest'
import { EN, en, find, JA, ja, type Row } from './test/conversation-rows.ts'

describe('the right one of several values', () => {
  it.each<Row>([
    [
      'a budget that was cut',
      ja.budget,
      ['s:ご予算は。', 'c:当初は800万円の予定だったんですが、削られて500万円になりました。', 's:500万円ですね。'],
      '5000000',
    ],
    [
      'a budget and the one of the head office',
      ja.budget,
      ['c:本社は2億円ありますけど、うちで使えるのは300万円です。', 's:300万円のご予算ですね。'],
      '3000000',
    ],
    [
      'a price before and after',
      ja.amount,
      [
        's:お見積もりは150万円です。',
        'c:もう少し安くなりませんか。',
        's:では140万円でいかがでしょう。',
        'c:わかりました、140万円でお願いします。',
      ],
      '1400000',
    ],
    [
      'a price that goes to the boss',
      ja.amount,
      ['s:お見積もりは150万円です。', 'c:150万円ですか。上に相談してみます。'],
      null,
    ],
    [
      'users and employees',
      ja.users,
      ['s:何名様ですか。', 'c:社員は500名いますが、営業の40名だけです。', 's:40名様ですね。'],
      '40',
    ],
    ['users who are still counted', ja.users, ['s:何名様ですか。', 'c:40名か50名か、来週までに数えておきます。'], null],
    [
      'a month that is too early',
      ja.start,
      ['s:4月1日からでしょうか。', 'c:4月は忙しいので、5月7日からにしてください。', 's:5月7日からですね。'],
      '2026-05-07',
    ],
    ['the day of signing and of use', ja.close, ['c:契約は3月10日に交わして、4月1日から使い始めます。'], '2026-03-10'],
    ['the day of signing and of use', ja.start, ['c:契約は3月10日に交わして、4月1日から使い始めます。'], '2026-04-01'],
    [
      'a weekday that is closed',
      ja.meeting,
      ['s:次回は2月11日はいかがですか。', 'c:11日は祝日です。', 's:では12日では。', 'c:はい、12日で。'],
      '2026-02-12',
    ],
    [
      'who decides and who signs for small sums',
      ja.person,
      ['s:ご決裁はどなたですか。', 'c:100万円までは課長の村田ですが、今回は常務の長谷部が決裁します。'],
      '常務の長谷部',
    ],
    [
      'who decides, but not these two',
      ja.person,
      ['c:最終決裁は本部長の真鍋です。白井さんではありません。'],
      '本部長の真鍋',
    ],
    [
      'known from a friend, then the website',
      ja.source,
      ['s:弊社のことはどちらで。', 'c:知人に勧められて、それからホームページを見ました。'],
      null,
    ],
    [
      'a plan that was upgraded',
      ja.plan,
      ['s:ライトプランでしたね。', 'c:すみません、ライトだと足りないので、プロにします。', 's:プロプランですね。'],
      'p',
    ],
    [
      'a payment that was changed',
      ja.payment,
      ['s:前回は請求書とおっしゃっていましたが。', 'c:口座振替にしてください。', 's:では口座振替で。'],
      'd',
    ],
    [
      'candidates that are left',
      ja.tools,
      ['s:他社さんは。', 'c:ボイスログとサクラノートを見ましたが、ボイスログは高いのでやめました。'],
      's',
    ],
    [
      'two years, not one',
      ja.months,
      ['s:一年契約でよろしいですか。', 'c:いえ、二年でお願いします。', 's:二年ですね。'],
      '24',
    ],
    [
      'sites in total',
      ja.sites,
      ['s:拠点は。', 'c:本社と営業所が八つで、合わせて九拠点です。', 's:九拠点ですね。'],
      '9',
    ],
  ])('Japanese: %s', (_, of, turns, value) => {
    const found = find(of, JA, turns)
    expect([value, null]).toContain(found)
    if (value === null) expect(found).toBeNull()
  })

  it.each<Row>([
    [
      'a budget and the program',
      en.budget,
      ['c:The program is 2.4 million dollars, and out of that $250,000 is earmarked for this.', 's:$250,000, great.'],
      '250000',
    ],
    [
      'a price and what the competitor wants',
      en.amount,
      ['s:The total is $48,000.', 'c:VoiceLog said $40,000.', 's:I can do $45,000.', 'c:Okay, $45,000. Deal.'],
      '45000',
    ],
    [
      'users and employees',
      en.users,
      ["c:There's eighteen hundred of us, but this is for the nurses, so 260.", 's:260 users, okay.'],
      '260',
    ],
    [
      'who joins later',
      en.users,
      ['s:How many users?', 'c:Forty today. Ten more may join in the fall.', 's:Forty, then.'],
      '40',
    ],
    [
      'a go-live that moves',
      en.start,
      ['s:Go-live on June 15th?', "c:No, let's not do June. July 1st.", 's:July 1st. Updating it now.'],
      '2026-07-01',
    ],
    [
      'a notice date',
      en.end,
      [
        'c:I thought the contract ends in July.',
        'd:No, July was the notice date. It ends August 31st.',
        's:August 31st.',
      ],
      '2026-08-31',
    ],
    [
      'signing and the board',
      en.close,
      ['s:When would you sign?', "c:The board meets on March 3rd, so we'd sign on March 5th.", 's:March 5th.'],
      '2026-03-05',
    ],
    [
      'who decides above a sum',
      en.person,
      ['c:The CIO only decides above a million. For this, Carla Jensen, our CFO, decides.'],
      'Carla Jensen',
    ],
    [
      'who found it first',
      en.source,
      ['s:How did you hear about us?', 'c:My colleague told me about you. She saw you at a trade show.'],
      null,
    ],
    [
      'one year for the discount',
      en.months,
      ['s:Monthly or a one-year contract?', 'c:One year. That is how I get the discount.', 's:One year.'],
      '12',
    ],
    [
      'the plan above',
      en.plan,
      [
        's:I would point you to Light.',
        "c:What's above that?",
        "s:Pro. You don't need it.",
        "c:Then Light's fine. Give me Light.",
      ],
      'l',
    ],
    ['no invoice', en.payment, ['s:Should I send an invoice?', 'c:No, put it on the card.', 's:Card it is.'], 'c'],
    [
      'all three features',
      en.features,
      ['c:Speaker separation, live translation and summaries, all three are must-haves.'],
      'd;t;s',
    ],
    ['a competitor that is out', en.tools, ["c:VoiceLog is out, they can't do French. It's you or Sakura Notes."], 's'],
    [
      'branches and centers',
      en.sites,
      ['s:How many branches?', 'c:Seventeen branches. The three mortgage centers are separate.', 's:Seventeen.'],
      '17',
    ],
  ])('English: %s', (_, of, turns, value) => {
    const found = find(of, EN, turns)
    expect([value, null]).toContain(found)
    if (value === null) expect(found).toBeNull()
  })
})
