import { describe, expect, it } from 'vitest'
import { openLanguage } from '../open-language.ts'
import type { Language } from '../token.ts'

async function sign(language: Language, text: string) {
  const { tokenise, sentiment } = await openLanguage(language)
  const value = sentiment(text, tokenise(text))
  expect(Math.abs(value)).toBeLessThanOrEqual(1)
  return value === 0 ? '0' : value > 0 ? '+' : '-'
}

describe('EDIT-63 sentiment of Japanese', () => {
  it.each([
    ['+', 'この機能はとても便利で助かっています。'],
    ['+', 'ありがとうございます。'],
    ['+', 'お客様にとても喜ばれました。'],
    ['+', '自社のサーバーで動くのは素晴らしいです。'],
    ['+', '大変助かりました。'],
    ['+', 'ご安心ください。'],
    ['-', '納期が遅れて大変ご迷惑をおかけしました。'],
    ['-', '重要な発言が抜けていることもあって、困っています。'],
    ['-', '社外に録音データが出るのは少し不安です。'],
    ['-', '申し訳ありません。'],
    ['-', '無駄な作業が多いです。'],
    ['-', '説明がわかりにくかったです。'],
    ['-', '難しいかもしれません。'],
  ])('%s %s', async (expected, text) => expect(await sign('ja', text)).toBe(expected))

  it.each([
    ['+', '特に問題はありません。'],
    ['+', 'それなら問題ありません。'],
    ['+', '不安は今のところありません。'],
    ['+', '悪くないですね。'],
    ['+', '手間が減ります。'],
    ['+', '面倒な入力がなくなりました。'],
    ['-', '便利ではないと思います。'],
    ['-', 'あまり良くない印象です。'],
    ['-', '期待できません。'],
    ['-', '満足していません。'],
    ['-', '不具合が直っていません。'],
  ])('%s after negation and removal: %s', async (expected, text) => expect(await sign('ja', text)).toBe(expected))

  it.each([
    '会議は水曜日の午後二時から始まります。',
    '予算は年間で百万円を考えています。',
    'よろしくお願いいたします。',
    'お忙しいところ失礼いたします。',
    '何か問題はありませんか。',
    '困っていることはありますか。',
    '準備は間に合いますか。',
    'データを入力して保存します。',
    '情報を確認してください。',
    '了解しました。',
    '',
  ])('0 %s', async (text) => expect(await sign('ja', text)).toBe('0'))
})

describe('EDIT-63 sentiment of English', () => {
  it.each([
    ['+', 'We are very happy with the result.'],
    ['+', 'There is no problem.'],
    ['+', 'We have no complaints.'],
    ['+', 'Thank you for your time.'],
    ['-', 'We are worried about the price.'],
    ['-', 'The reports were not good.'],
    ['-', 'I do not like it.'],
    ['-', 'Unfortunately the app is not available yet.'],
    ['0', 'The meeting is on Wednesday.'],
    ['0', 'Could you send the quote by Friday?'],
    ['0', ''],
  ])('%s %s', async (expected, text) => expect(await sign('en', text)).toBe(expected))
})
