import { expect, it } from 'vitest'
import { alignText } from './align-text.ts'

/** Words in seconds: the n-th is from n to n + 0.5. */
function heard(...texts: string[]) {
  return texts.map((text, n) => ({ text, start: n, end: n + 0.5, confidence: 1 }))
}

function aligned(words: readonly string[], text: string) {
  return alignText(heard(...words), text).map((word) => `${word.text}@${word.start}`)
}

it.each([
  [
    'English sentences',
    ['hello', 'there', 'how', 'are', 'you'],
    ' Hello there. How are you?',
    'Hello@0 there.@1 How@2 are@3 you?@4',
  ],
  ['apostrophes and commas inside words', ["it's", '1000', 'yen'], "It's 1,000 yen.", "It's@0 1,000@1 yen.@2"],
  [
    'Japanese, divided in another way',
    ['こん', 'にちは', '田中', 'です'],
    'こんにちは。田中です！',
    'こん@0 にちは。@1 田中@2 です！@3',
  ],
  ['opening marks', ['he', 'said', 'yes'], 'He said (“yes”).', 'He@0 said@1 (“yes”).@2'],
  ['opening marks without spaces', ['彼', 'は', '来週'], '彼は「来週」', '彼@0 は@1 「来週」@2'],
  ['punctuation listed as words', ['はい', '、', 'そう', '。'], 'はい、そう。', 'はい、@0 そう。@2'],
  ['a word that the text does not contain', ['one', 'zzz', 'two'], 'One two.', 'One@0 zzz@1 two.@2'],
  ['words that the list does not contain', ['one', 'four'], 'One, two three four.', 'One,@0 two@0.5 three@0.5 four.@1'],
  ['text that has nothing in common', ['one', 'two'], '三四', 'one@0 two@1'],
  ['a word that is said twice', ['no', 'no', 'yes'], 'No, no. Yes', 'No,@0 no.@1 Yes@2'],
])('%s', (_, words, text, expected) => expect(aligned(words, text).join(' ')).toBe(expected))

it('keeps every letter and mark of the text', () => {
  const text = '「本日は、お忙しい中」ありがとうございます。早速ですが（資料の）三ページ目を……ご覧ください！'
  const words = heard(
    '本日',
    'は',
    'お',
    '忙しい',
    '中',
    'ありがとう',
    'ござい',
    'ます',
    '早速',
    'ですが',
    '資料',
    'の',
    '三',
    'ページ目',
    'を',
    'ご覧',
    'ください',
  )
  expect(
    alignText(words, text)
      .map((word) => word.text)
      .join(''),
  ).toBe(text)
})
