// Values that change late in a conversation, are withdrawn, or were only meant as an example. The new value is proposed, or
// none. One line a turn: seller `s:`, customers `c:` and `d:`.
import { describe, expect, it } from 'vitest'
import { EN, en, find, JA, ja, type Row } from './test/conversation-rows.ts'

describe('a late change', () => {
  it.each<Row>([
    [
      'of the users',
      ja.users,
      [
        's:何名様ですか。',
        'c:20名です。',
        's:20名様ですね。',
        'c:プランの話ですけど。',
        's:はい。',
        'c:あと、考えたら、パートさんも使うので26名になりますね。',
      ],
      '26',
    ],
    [
      'of the budget',
      ja.budget,
      [
        's:ご予算は。',
        'c:300万円です。',
        's:はい。',
        'c:審査がありまして。',
        's:はい。',
        'd:予算、さっき300万円って言いましたけど、250万円に減らされたんです。',
      ],
      '2500000',
    ],
    [
      'of the start',
      ja.start,
      [
        's:利用開始は4月1日ですね。',
        'c:はい。',
        's:お支払いは。',
        'c:請求書で。あ、開始なんですけど、やっぱり5月からで。5月1日で。',
        's:5月1日ですね。',
      ],
      '2026-05-01',
    ],
    [
      'of the plan',
      ja.plan,
      [
        'c:プロでお願いします。',
        's:プロプランですね。',
        'c:でも予算を考えるとライトですかね。ライトで。',
        's:ライトプランで承ります。',
      ],
      'l',
    ],
    [
      'of the payment',
      ja.payment,
      [
        's:お支払いは。',
        'c:カードで。',
        's:カードですね。',
        'c:あ、経理が請求書にしてくれって言ってました。請求書で。',
      ],
      'i',
    ],
    [
      'of the meeting',
      ja.meeting,
      [
        's:次回は2月3日の10時で。',
        'c:はい。',
        's:資料をお持ちします。',
        'c:すみません、3日は会議が入っていて。4日の10時では。',
        's:4日の10時ですね。',
      ],
      '2026-02-04',
    ],
    [
      'of the person',
      ja.person,
      [
        's:ご決裁は。',
        'c:部長の大西です。',
        's:大西部長様ですね。',
        'd:いや、今回は金額が大きいから、専務の島田が決裁します。',
      ],
      '専務の島田',
    ],
    [
      'of the trial',
      ja.trial,
      [
        's:トライアルはされますか。',
        'c:はい、お願いします。',
        's:はい。',
        'c:あの、やっぱりトライアルはいらないです。時間がないので。',
      ],
      'false',
    ],
    ['that is an example', ja.amount, ['s:たとえば50名様なら合計で200万円です。', 'c:なるほど。'], null],
    [
      'of what was quoted',
      ja.amount,
      ['s:合計で200万円です。', 'c:はい。', 's:失礼しました、税込で220万円です。', 'c:220万円ですね、わかりました。'],
      '2200000',
    ],
    [
      'of the sites',
      ja.sites,
      [
        's:拠点は五か所ですか。',
        'c:はい、五か所です。',
        's:はい。',
        'c:あ、名古屋は閉めるんでした。拠点は四か所です。',
      ],
      '4',
    ],
    [
      'of the term',
      ja.months,
      [
        's:契約期間は一年ですね。',
        'c:はい、一年で。',
        's:三年ですと一割お引きします。',
        'c:一割。じゃあ三年にします。',
        's:三年契約ですね。',
      ],
      '36',
    ],
  ])('Japanese: %s', (_, of, turns, value) => expect([value, null]).toContain(find(of, JA, turns)))

  it.each<Row>([
    [
      'of the users',
      en.users,
      [
        's:How many users?',
        'c:Twenty.',
        's:Twenty users.',
        'c:About the plan.',
        's:Sure.',
        'c:You know what, the interns will use it too, so twenty-six.',
      ],
      '26',
    ],
    [
      'of the budget',
      en.budget,
      [
        's:What is your budget?',
        'c:$30,000.',
        's:Great.',
        'c:We have a review.',
        's:Okay.',
        'd:The budget, I said thirty thousand, they cut it to $25,000.',
      ],
      '25000',
    ],
    [
      'of the start',
      en.start,
      [
        's:So we go live on April 1st.',
        'c:Yes.',
        's:Payment?',
        "c:Invoice. Oh, and the go-live, let's make that May 1st.",
        's:May 1st.',
      ],
      '2026-05-01',
    ],
    [
      'of the plan',
      en.plan,
      ['c:We want Pro.', 's:Pro plan.', "c:Then again, with that budget it's Light. Let's do Light.", 's:Light it is.'],
      'l',
    ],
    [
      'of the payment',
      en.payment,
      ['s:How will you pay?', 'c:By card.', 's:Card.', 'c:Oh, accounting wants an invoice. So invoice.'],
      'i',
    ],
    [
      'of the meeting',
      en.meeting,
      [
        's:Can we meet again on February 3rd at ten?',
        'c:Yes.',
        's:I will bring the paper.',
        'c:Sorry, the 3rd is bad. February 4th at ten?',
        's:February 4th at ten.',
      ],
      '2026-02-04',
    ],
    [
      'of the person',
      en.person,
      [
        's:Who decides?',
        'c:Carla Jensen, our CFO.',
        's:Okay.',
        'd:For this sum it is Tom Baker, our CEO, who signs off.',
      ],
      'Tom Baker',
    ],
    [
      'of the trial',
      en.trial,
      ['s:Would you like a trial?', 'c:Yes.', 's:Great.', "c:On second thought, we don't need the trial."],
      'false',
    ],
    ['that is an example', en.amount, ['s:For example, for 50 users the total is $20,000.', 'c:I see.'], null],
    [
      'of what was quoted',
      en.amount,
      ['s:The total is $20,000.', 'c:Okay.', "s:Sorry, with tax it's $22,000 in total.", 'c:$22,000, fine.'],
      '22000',
    ],
    [
      'of the sites',
      en.sites,
      ['s:Five locations?', 'c:Five locations, yes.', 's:Okay.', "c:Oh, we're closing Reno. It's four locations."],
      '4',
    ],
    [
      'of the term',
      en.months,
      [
        's:A one-year contract?',
        'c:One year.',
        's:With three years you get ten percent off.',
        "c:Ten percent. Let's do three years then.",
        's:A three-year contract.',
      ],
      '36',
    ],
  ])('English: %s', (_, of, turns, value) => expect([value, null]).toContain(find(of, EN, turns)))
})
