// Problems and next steps without these words: complaints and promises. One line a turn: seller `s:`, customer `c:`.
import { describe, expect, it } from 'vitest'
import { EN, find, JA, property, type Row } from './test/conversation-rows.ts'

function text(label: string, description = '') {
  return property('string', label, { description, fieldType: 'textarea' })
}

const PAIN_JA = text('課題', 'お客様が困っていること')
const NEXT_JA = text('次のステップ')
const PAIN_EN = text('Challenge')
const NEXT_EN = text('Next step')

describe('texts without the name of their subject', () => {
  it.each<Row>([
    ['a promise', NEXT_JA, ['s:では見積書を明日お送りします。'], 'では見積書を明日お送りします。'],
    [
      'two promises',
      NEXT_JA,
      ['s:資料をお送りします。', 'c:はい。', 's:デモ環境も用意します。'],
      '資料をお送りします。\nデモ環境も用意します。',
    ],
    ['no promise', NEXT_JA, ['s:金額についてはまたメールでお送りします。', 's:その機能はご提供できます。'], null],
    [
      'a complaint that is taken up',
      PAIN_JA,
      ['s:何名様ですか。', 'c:20名です。申し送りを毎回カルテに打ち直してるんですよ。', 's:それは大変ですね。'],
      '申し送りを毎回カルテに打ち直してるんですよ。',
    ],
    [
      'a complaint about the tool of today',
      PAIN_JA,
      ['c:今のは去年障害が三回もあって困ったんですよ。', 's:それは大変ですね。'],
      null,
    ],
  ])('Japanese: %s', (_, of, turns, value) => expect(find(of, JA, turns)).toBe(value))

  it.each<Row>([
    ['a promise', NEXT_EN, ["s:I'll send over the order form."], "I'll send over the order form."],
    [
      'a proposal that is taken',
      NEXT_EN,
      ['s:Should I put together a proposal?', 'c:Please.'],
      'Should I put together a proposal?',
    ],
    ['a proposal that is not taken', NEXT_EN, ['s:Should I put together a proposal?', 'c:No, thanks.'], null],
    ['what is done at once', NEXT_EN, ['s:Let me share my screen.', 's:Let me walk you through the price list.'], null],
    ['no promise', NEXT_EN, ["s:I'll be quick.", "s:I'll get back to you about it."], null],
    [
      'a complaint as an answer',
      PAIN_EN,
      ["s:And what's not working?", 'c:My consultants write reports until midnight.', 's:Ouch.'],
      'My consultants write reports until midnight.',
    ],
    ['no problems', PAIN_EN, ['s:Any problems?', 'c:No, everything works.'], null],
    ['a complaint that nobody takes up', PAIN_EN, ['s:Hello.', 'c:My dog never sleeps.', 's:Shall we begin?'], null],
  ])('English: %s', (_, of, turns, value) => expect(find(of, EN, turns)).toBe(value))
})
