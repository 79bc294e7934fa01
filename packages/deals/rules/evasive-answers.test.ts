// Questions that get no answer, or one about something else. One line a turn: seller `s:`, customers `c:` and `d:`.
import { describe, expect, it } from 'vitest'
import { EN, en, find, JA, ja, type Row } from './test/conversation-rows.ts'

type Evasion = [name: string, of: Row[1], turns: readonly string[]]

describe('nothing is proposed if the answer', () => {
  it.each<Evasion>([
    [
      'is about the last tool',
      ja.users,
      ['s:何名様でお使いですか。', 'c:前のツールは300名で入れて、誰も使わなかったんですよ。'],
    ],
    ['is about the people who decide', ja.users, ['s:何名様でお使いですか。', 'c:それは役員5名で決めるので、何とも。']],
    ['comes later', ja.budget, ['s:ご予算は。', 'c:それは4月に親会社と話してからですね。']],
    [
      'is a wish of somebody else',
      ja.budget,
      ['s:ご予算は。', 'c:社長は100万円でやれって言うんですけど、無理ですよね。'],
    ],
    [
      'is a number of another group',
      ja.budget,
      ['s:ご予算は。', 'c:隣の部署は500万円もらってました。うちはまだです。'],
    ],
    ['is a season', ja.start, ['s:いつからお使いになりますか。', 'c:4月は決算で、5月は連休で。落ち着いてからですね。']],
    ['is a condition', ja.start, ['s:いつからお使いになりますか。', 'c:審査が2月10日に終われば、すぐにでも。']],
    [
      'is a date of the competitor',
      ja.close,
      ['s:いつ頃お決めになりますか。', 'c:ボイスログさんの見積もりが2月10日に来るので、それからですね。'],
    ],
    ['names nobody', ja.person, ['s:ご決裁はどなたが。', 'c:田中さんに聞いてみないとわからないです。']],
    ['leaves the plan open', ja.plan, ['s:プランはどうされますか。', 'c:ライトかプロか、まだ迷っています。']],
    [
      'leaves the payment open',
      ja.payment,
      ['s:お支払い方法は。', 'c:カードでもいいし、請求書でもいいし、経理に聞きます。'],
    ],
    ['is a joke', ja.users, ['s:何名様でお使いですか。', 'c:100人と言いたいところですけど、まだわかりません。']],
    [
      'is about the term of the other one',
      ja.months,
      ['s:契約期間のご希望は。', 'c:ボイスログさんは3年縛りでしたね。あれは困りました。'],
    ],
    ['postpones the meeting', ja.meeting, ['s:次回は2月3日はいかがですか。', 'c:3日は出張なんで、また連絡します。']],
    ['postpones the trial', ja.trial, ['s:トライアルはされますか。', 'c:うーん、それは上に聞いてからですね。']],
    [
      'does not know',
      ja.review,
      ['s:セキュリティの審査は必要でしょうか。', 'c:たぶん必要だと思うんですけど、情シスに確認します。'],
    ],
    [
      'is about fairs in general',
      ja.source,
      ['s:弊社のことはどちらで。', 'c:えーと、どこだったかな。展示会か、ネットか。'],
    ],
  ])('Japanese: %s', (_, of, turns) => expect(find(of, JA, turns)).toBeNull())

  it.each<Evasion>([
    [
      'is about the last tool',
      en.users,
      ['s:How many users?', 'c:Well, the last tool had 300 users, and nobody logged in.'],
    ],
    [
      'is about the people who decide',
      en.users,
      ['s:How many users?', 'c:Five people have to agree on that number first.'],
    ],
    ['comes later', en.budget, ['s:What is your budget?', "c:We'll know after the board meeting on March 3rd."]],
    [
      'is a wish of somebody else',
      en.budget,
      ['s:What is your budget?', 'c:My boss would like to pay $10,000. That is not realistic.'],
    ],
    [
      'is about another department',
      en.budget,
      ['s:Do you have a budget?', 'c:Sales got $500,000. We got nothing so far.'],
    ],
    ['is a season', en.start, ['s:When would you start?', 'c:June is inventory and July is vacation. After that.']],
    ['is a condition', en.start, ['s:When would you start?', 'c:If the review is done by February 10th, right away.']],
    [
      'is a date of the competitor',
      en.close,
      ['s:When will you decide?', "c:VoiceLog's quote comes on February 10th, so after that."],
    ],
    ['names somebody to ask', en.person, ['s:Who makes the decision?', "c:I'd have to ask Tom Baker."]],
    ['leaves the plan open', en.plan, ['s:Which plan?', "c:Light or Pro, we're still torn."]],
    [
      'leaves the payment open',
      en.payment,
      ['s:How would you pay?', "c:Card, invoice, whatever accounting says. I'll ask."],
    ],
    ['is a joke', en.users, ['s:How many users?', "c:A hundred, I wish. I don't know yet."]],
    [
      'is about the term of the other one',
      en.months,
      ['s:How long a contract?', 'c:VoiceLog wanted three years. No way.'],
    ],
    [
      'postpones the meeting',
      en.meeting,
      ['s:Can we meet again on February 3rd?', "c:I'm traveling that week. I'll email you."],
    ],
    ['postpones the trial', en.trial, ['s:Would you like a trial?', 'c:I need to ask my boss first.']],
    ['does not know', en.review, ['s:Is a security review required?', 'c:Probably. I have to check with IT.']],
    [
      'does not remember',
      en.source,
      ['s:How did you hear about us?', 'c:Hmm, a trade show, or your website? I forget.'],
    ],
    [
      'is about somebody else',
      en.industry,
      ['s:What business are you in?', 'c:We do plumbing. My brother runs a bank.'],
    ],
  ])('English: %s', (_, of, turns) => expect(find(of, EN, turns)).toBeNull())
})
