// Talk about a trial or a review that does not say whether the customer wants or needs one. One line a turn: seller `s:`,
// customer `c:`.
import { describe, expect, it } from 'vitest'
import { EN, en, find, JA, ja, type Row } from './test/conversation-rows.ts'

describe('yes, no, or neither', () => {
  it.each<Row>([
    ['what the trial costs', ja.trial, ['c:トライアルは有料ですか。', 's:いいえ、無料です。'], null],
    ['whether there is a trial', ja.trial, ['c:トライアルってありますか。', 's:はい、ございます。'], null],
    [
      'whether there is one, and then it is taken',
      ja.trial,
      ['c:トライアルってありますか。', 's:はい、2週間ございます。', 'c:じゃあお願いします。'],
      'true',
    ],
    ['what the trial includes', ja.trial, ['c:トライアルで翻訳も使えますか。', 's:はい、使えます。'], null],
    ['how it went', ja.trial, ['s:トライアルはいかがでしたか。', 'c:はい、よかったです。'], null],
    [
      'a trial that is running',
      ja.trial,
      ['c:トライアルのアカウントにまだ入れないんですが。', 's:失礼しました。'],
      null,
    ],
    ['not now', ja.trial, ['s:トライアルをされますか。', 'c:今回は結構です。'], 'false'],
    ['a trial that others did', ja.trial, ['c:別の部署がトライアルをしました。'], null],
    [
      'a certificate of the seller',
      ja.review,
      ['c:御社はセキュリティの審査を受けていますか。', 's:はい、ISMSを取っております。'],
      null,
    ],
    ['a review of the seller', ja.review, ['s:弊社は毎年、外部のセキュリティ審査を受けております。'], null],
    ['a review that is done', ja.review, ['c:セキュリティ審査はもう済んでいます。'], null],
    ['no review', ja.review, ['s:セキュリティの審査などは。', 'c:うちはそういうのはないです。'], 'false'],
    ['a review that takes time', ja.review, ['s:セキュリティ審査は。', 'c:あります。2か月かかるんですよ。'], 'true'],
  ])('Japanese: %s', (_, of, turns, value) => expect([value, null]).toContain(find(of, JA, turns)))

  it.each<Row>([
    ['what the trial costs', en.trial, ['c:Does the trial cost anything?', "s:No, it's free."], null],
    ['whether there is a trial', en.trial, ['c:Is there a trial?', 's:Yes, two weeks.'], null],
    ['what the trial includes', en.trial, ['c:Does the trial include translation?', 's:Yes.'], null],
    ['how it went', en.trial, ['s:Did you enjoy the trial?', 'c:Yes.'], null],
    ['a trial that is running', en.trial, ["c:I can't log in to the trial.", 's:Sorry.'], null],
    ['a trial for others', en.trial, ['s:Most of our customers start with a trial.', 'c:Okay.'], null],
    ['an offer that is taken', en.trial, ['s:I can set up a trial.', "c:That'd be great."], 'true'],
    ['a refusal', en.trial, ['s:Do you want a trial?', "c:No, we've seen enough."], 'false'],
    [
      'a certificate of the seller',
      en.review,
      ['c:Have you been through a security review?', 's:Yes, every year.'],
      null,
    ],
    ['a review of the seller', en.review, ['s:We pass an independent security review every year.'], null],
    ['a review that is done', en.review, ['c:The security review is done.'], null],
    ['a review of another product', en.review, ['c:We did a security review for VoiceLog.'], null],
    ['who does it', en.review, ['s:Who does the security review?', 'c:Our IT team.'], 'true'],
    ['no review', en.review, ['s:Is there a security review?', 'c:Nothing like that.'], 'false'],
  ])('English: %s', (_, of, turns, value) => expect([value, null]).toContain(find(of, EN, turns)))
})

/** The seller asks most of the questions. */
const JA_BEGIN = [
  's:お世話になります。今お時間よろしいでしょうか。',
  'c:はい。',
  's:その後いかがでしょうか。',
  'c:ええ。',
  's:何かご質問はございますか。',
]
const EN_BEGIN = ['s:How are you?', 'c:Fine.', 's:Is this a good time?', 'c:Sure.', 's:What would you like to know?']

type Asked = [name: string, of: Row[1], turns: readonly string[]]

describe('nothing is proposed from what the customer asks the seller', () => {
  it.each<Asked>([
    ['features of the product', ja.features, ['c:翻訳はできるんですか。', 's:はい、できます。']],
    ['what a plan contains', ja.plan, ['c:プロプランには要約が付きますか。', 's:はい、プロプランに付きます。']],
    ['how one can pay', ja.payment, ['c:支払いはカードも使えますか。', 's:はい、カードもお使いいただけます。']],
    ['users of the seller', ja.users, ['c:御社では何名で使っているんですか。', 's:弊社は80名で使っております。']],
    ['users that are included', ja.users, ['c:ライトは何名まで使えますか。', 's:10名まで使えます。']],
    ['offices of the seller', ja.sites, ['c:御社の拠点はどちらですか。', 's:東京と大阪の2拠点です。']],
    ['the usual term', ja.months, ['c:契約期間は普通どのくらいですか。', 's:皆様1年契約が多いですね。']],
    ['how soon one can start', ja.start, ['c:最短でいつから使えますか。', 's:最短で2月1日から使えます。']],
    ['the price of each', ja.amount, ['c:1人いくらですか。', 's:お一人様月額3,000円です。']],
    ['competitors of the seller', ja.tools, ['c:御社の競合ってどこですか。', 's:ボイスログさんですかね。']],
    [
      'customers of the seller',
      ja.industry,
      ['c:うちみたいな業種でも使われていますか。', 's:はい、製造業のお客様が多いです。'],
    ],
    ['the boss of the seller', ja.person, ['c:値引きはどなたが決めるんですか。', 's:部長の大西が決めます。']],
    [
      'a problem of other customers',
      ja.pain,
      ['c:ほかのお客さんはどんなことで困っているんですか。', 's:議事録に時間がかかるというお悩みが多いです。'],
    ],
  ])('Japanese: %s', (_, of, turns) => expect(find(of, JA, [...JA_BEGIN, ...turns])).toBeNull())

  it.each<Asked>([
    ['features of the product', en.features, ['c:Can it do live translation?', 's:Yes, it can.']],
    ['what a plan contains', en.plan, ['c:Does the Pro plan have summaries?', 's:Yes, the Pro plan does.']],
    ['how one can pay', en.payment, ['c:Could we pay by card?', 's:Yes, you can pay by card.']],
    ['users of the seller', en.users, ['c:How many people use it at your company?', 's:Eighty of us use it.']],
    ['users that are included', en.users, ['c:How many users are in Light?', 's:Ten users.']],
    ['offices of the seller', en.sites, ['c:How many offices do you have?', 's:We have two offices.']],
    ['the usual term', en.months, ['c:How long is a contract usually?', 's:Usually one year.']],
    ['how soon one can start', en.start, ['c:How soon could we start?', 's:You could start on February 1st.']],
    ['the price of each', en.amount, ['c:What is the price?', "s:It's $30 per user."]],
    ['competitors of the seller', en.tools, ['c:Who are your competitors?', 's:VoiceLog, I guess.']],
    ['customers of the seller', en.industry, ['c:Do you have customers like us?', 's:Yes, a lot of manufacturers.']],
    ['the boss of the seller', en.person, ['c:Who decides on discounts?', 's:Tom Baker, our VP, decides.']],
    [
      'a problem of other customers',
      en.pain,
      ['c:What problem do your other customers have?', 's:They lose notes all the time.'],
    ],
  ])('English: %s', (_, of, turns) => expect(find(of, EN, [...EN_BEGIN, ...turns])).toBeNull())
})
