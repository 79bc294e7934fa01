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
