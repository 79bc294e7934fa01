// Complaints and promises that have nothing to do with the deal. One line a turn: seller `s:`, customer `c:`.
import { describe, expect, it } from 'vitest'
import { EN, en, find, JA, ja, type Row } from './test/conversation-rows.ts'

type Talk = [name: string, of: Row[1], turns: readonly string[]]

describe('nothing is proposed from', () => {
  it.each<Talk>([
    ['a train', ja.pain, ['c:電車が遅れて大変だったんですよ。', 's:それは大変でしたね。']],
    ['the weather', ja.pain, ['c:今年は雪がひどくて困りますね。', 's:本当ですね。']],
    [
      'a problem that is solved',
      ja.pain,
      ['c:以前は議事録が大変だったんですが、今は秘書がやっていて助かっています。', 's:そうですか。'],
    ],
    ['a bad line', ja.pain, ['c:すみません、声が聞き取れないんですが。', 's:失礼しました。']],
    ['a lack of time', ja.pain, ['c:今週は忙しくて時間がないんですよ。', 's:大変ですね。']],
    ['a price', ja.pain, ['c:この値段だと高すぎて困ります。', 's:そうですか。']],
    ['a vendor that does not answer', ja.pain, ['c:前の業者は電話しても出ないんですよ。', 's:それはお困りですね。']],
    ['a cold', ja.pain, ['c:風邪で声が出ないんです。', 's:お大事に。']],
    ['a souvenir', ja.next, ['c:楽しみにしています。', 's:では次回はお土産をお持ちします。']],
    ['a moment', ja.next, ['c:いくらですか。', 's:ただいま確認いたします。']],
    ['a call back at once', ja.next, ['c:来客なので。', 's:では5分後にお電話します。']],
    ['the end of the call', ja.next, ['s:ありがとうございました。', 'c:では失礼します。']],
    ['a greeting', ja.next, ['c:社長によろしく。', 's:はい、申し伝えます。']],
  ])('Japanese: %s', (_, of, turns) => expect(find(of, JA, turns)).toBeNull())

  it.each<Talk>([
    ['traffic', en.pain, ['c:My commute was a nightmare, two hours late.', "s:Ouch, that's rough."]],
    ['the weather', en.pain, ['c:The heat is killing me.', 's:Ugh, same here.']],
    ['a problem that is solved', en.pain, ['c:We used to lose notes all the time, but that is fixed.', 's:Good.']],
    ['a bad line', en.pain, ["c:I can't hear you.", 's:Sorry about that.']],
    ['a lack of time', en.pain, ["c:I'm too busy this week.", "s:That's rough."]],
    ['a price', en.pain, ["c:It's way too much for us.", 's:I hear that.']],
    ['a vendor that does not answer', en.pain, ['c:The old vendor never called us back.', "s:That's terrible."]],
    ['a cold', en.pain, ["c:I have a terrible cold, I can't stop coughing.", 's:Ouch.']],
    ['a game', en.pain, ['c:My team lost again last night.', 's:Ouch, that is painful.']],
    ['a postcard', en.next, ['c:Enjoy Lisbon.', "s:I'll send you a postcard."]],
    ['a moment', en.next, ['c:What does it cost?', 's:Let me look it up.']],
    ['a call back at once', en.next, ['c:Somebody is at the door.', "s:I'll call you back in five minutes."]],
    ['the end of the call', en.next, ['c:Thanks.', "s:I'll let you go."]],
    ['a greeting', en.next, ['c:Say hi to Omar.', "s:I'll tell him."]],
    ['a promise of the past', en.next, ['c:Your colleague said she would send a proposal.', 's:I see.']],
    ['a dinner', en.next, ['c:And dinner?', "s:I'll book us a table."]],
  ])('English: %s', (_, of, turns) => expect(find(of, EN, turns)).toBeNull())
})
