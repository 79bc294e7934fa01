// Options, names and industries that are named without being the value. One line a turn: seller `s:`, customers `c:` and `d:`.
import { describe, expect, it } from 'vitest'
import { EN, en, find, JA, ja, type Row } from './test/conversation-rows.ts'

describe('a named option', () => {
  it.each<Row>([
    ['that would be a bonus', ja.features, ['s:必要な機能は。', 'c:要約は必須で、翻訳はあれば嬉しいくらいです。'], 's'],
    ['that was tried', ja.features, ['c:翻訳は一度試したんですが、精度が今ひとつで。'], null],
    ['that frightens', ja.features, ['c:話者分離って難しいんでしょう。'], null],
    ['of an old invoice', ja.payment, ['c:先月の請求書がまだ届いていないんですが。'], null],
    ['of a lost card', ja.payment, ['c:カードをなくしまして、今週は大変でした。'], null],
    ['of a card for points', ja.payment, ['c:うちのポイントカードの会員は3万人です。'], null],
    ['of a business card', ja.source, ['c:名刺は切らしておりまして。'], null],
    ['of an own fair', ja.source, ['c:うちも来月展示会に出るんで忙しいんですよ。'], null],
    ['of an own website', ja.source, ['c:うちのホームページに載せたいんです。'], null],
    ['of an introduction of a person', ja.source, ['c:では上司を紹介します。'], null],
    ['of an introduction of the product', ja.source, ['s:では製品のご紹介をいたします。'], null],
    ['of a product that is left', ja.tools, ['s:競合は。', 'c:ボイスログは社長が嫌いで、もう見てません。'], null],
    ['of a product that the friends use', ja.tools, ['c:友達の会社はボイスログだそうです。'], null],
    [
      'of a plan that is too large',
      ja.plan,
      ['s:プロプランはいかがでしょう。', 'c:プロはうちには大きすぎます。'],
      null,
    ],
    [
      'of a plan of the boss',
      ja.plan,
      ['c:社長はプロプランがいいって言うんですけど、私はライトで十分だと思っていて。'],
      null,
    ],
    [
      'of a person who is present',
      ja.person,
      ['s:ご決裁はどなたが。', 'c:今日は課長の村田も同席していますが、決めるのは社長です。'],
      null,
    ],
    ['of a person who has left', ja.person, ['c:前任の大西部長が決裁していたんですが、辞めまして。'], null],
    ['of a person who is only informed', ja.person, ['c:部長の大西には報告だけします。'], null],
    ['of the industry of a son', ja.industry, ['c:息子は銀行員なんです。'], null],
    ['of a visit', ja.industry, ['c:昨日は病院に行ってまして。'], null],
    ['of an office in a shop', ja.industry, ['c:うちの事務所はデパートの上です。'], null],
  ])('Japanese: %s', (_, of, turns, value) => expect([value, null]).toContain(find(of, JA, turns)))

  it.each<Row>([
    [
      'that would be a bonus',
      en.features,
      ['s:What do you need?', 'c:Summaries. Live translation would be nice.'],
      's',
    ],
    ['that was tried', en.features, ['c:We tried live translation once and it was a disaster.'], null],
    ['that frightens', en.features, ['c:Is speaker separation hard to do?'], null],
    ['of an old invoice', en.payment, ["c:I haven't received last month's invoice."], null],
    ['of a lost card', en.payment, ['c:I lost my credit card on Friday.'], null],
    ['of a gift card', en.payment, ['c:We sell gift cards at the counter.'], null],
    ['of an own fair', en.source, ['c:We have a trade show next week, so I am busy.'], null],
    ['of an own website', en.source, ['c:We want the summaries on our website.'], null],
    ['of a friend', en.source, ['c:A friend of mine is getting married.'], null],
    ['of a product that is left', en.tools, ['s:Who else?', 'c:VoiceLog, but my boss hates them.'], null],
    ['of a product of friends', en.tools, ['c:My neighbor uses VoiceLog.'], null],
    ['of a plan that is too large', en.plan, ['s:How about the Pro plan?', 'c:Pro is too big for us.'], null],
    ['of a plan of the boss', en.plan, ['c:My boss wants the Pro plan, but I think Light is enough.'], null],
    [
      'of a person who is present',
      en.person,
      ['s:Who decides?', 'c:Tom Baker is with me today, but the CEO decides.'],
      null,
    ],
    ['of a person who has left', en.person, ['c:Tom Baker made the decisions until he retired.'], null],
    ['of a person who is only informed', en.person, ['c:I will tell Tom Baker about it.'], null],
    ['of the industry of a son', en.industry, ['c:My son works in retail.'], null],
    ['of a visit', en.industry, ['c:I was at the hospital yesterday.'], null],
    ['of an office', en.industry, ['c:Our office is above a bank.'], null],
    ['of a product for an industry', en.industry, ['c:We make software for hospitals.'], null],
  ])('English: %s', (_, of, turns, value) => expect([value, null]).toContain(find(of, EN, turns)))
})
