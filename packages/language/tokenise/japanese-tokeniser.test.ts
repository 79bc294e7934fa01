import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openLanguage } from '../open-language.ts'

const { tokenise } = await openLanguage('ja')

function show(text: string) {
  return tokenise(text).map((token) => `${token.text}@${token.offset}`)
}

it.each([
  ['議事録です', ['議事録@0', 'です@3']],
  ['担当者の佐藤様が三人', ['担当者@0', 'の@3', '佐藤@4', '様@6', 'が@7', '三@8', '人@9']],
  ['😀 会話\nKaiwa', ['😀@0', '会話@3', 'Kaiwa@6']],
  ['あ\ud800会話', ['あ@0', '\ud800@1', '会話@2']],
  ['スマートフォンのデータセンター', ['スマートフォン@0', 'の@7', 'データセンター@8']],
  ['データ・センター', ['データ@0', '・@3', 'センター@4']],
  ['', []],
  [' 　\n', []],
])('tokenises %j into %j', (text, expected) => expect(show(text)).toEqual(expected))

it.each([
  ['予算', 3, '予算', 'ヨサン'],
  ['鈴木', 3, '鈴木', 'スズキ'],
  ['議事録', 3, '議事録', 'ギジロク'],
  ['素晴らしかっ', 1, '素晴らしい', 'スバラシカッ'],
  ['便利', 1, '便利', 'ベンリ'],
  ['残し', 7, '残す', 'ノコシ'],
  ['ます', 0, 'ます', 'マス'],
  ['これ', 0, 'これ', 'コレ'],
  ['五', 0, '五', 'ゴ'],
  ['Kaiwa', 3, 'Kaiwa', ''],
  ['ズンダモン', 3, 'ズンダモン', 'ズンダモン'],
  ['100', 0, '100', ''],
])('EDIT-64 %s is a word of type %d', (word, type, base, reading) => {
  const [token] = tokenise(word)
  expect(token).toMatchObject({ text: word, type, base, reading, spoken: true })
})

it.each([
  ['お忙しいところ', ['お 0', '忙しい 1', 'ところ 0']],
  ['お忙しい中', ['お 0', '忙しい 1', '中 0']],
  ['お忙しかった', ['お 0', '忙しかっ 1', 'た 0']],
  ['お早いですね', ['お 0', '早い 1', 'です 0', 'ね 0']],
  ['お美しく', ['お 0', '美しく 1']],
  ['真新しい', ['真新しい 1']],
  ['お元気ですか', ['お 0', '元気 1', 'です 0', 'か 0']],
  ['ご丁寧に', ['ご 0', '丁寧 1', 'に 0']],
  ['ご不便を', ['ご 0', '不便 1', 'を 0']],
  ['不真面目', ['不 0', '真面目 1']],
  ['超便利', ['超 0', '便利 1']],
  ['大好き', ['大好き 1']],
  ['お手洗い', ['お 0', '手洗い 3']],
  ['お手数ですが', ['お手数 3', 'です 0', 'が 0']],
  ['お客様', ['お客様 3']],
  ['ご確認', ['ご 0', '確認 3']],
  ['無責任', ['無 0', '責任 3']],
  ['新機能', ['新 0', '機能 3']],
])('EDIT-64 adjectives and nouns keep their type after a prefix: %s', (text, expected) => {
  const tokens = tokenise(text)
  expect(tokens.map((token) => `${token.text} ${token.type}`)).toEqual(expected)
  expect(tokens.map((token) => text.slice(token.offset, token.offset + token.text.length)).join('')).toBe(text)
})

it('the base of a polite adjective is the adjective', () => {
  expect(tokenise('😀お忙しい').slice(1)).toMatchObject([
    { text: 'お', offset: 2, base: 'お', reading: 'オ' },
    { text: '忙しい', offset: 3, base: '忙しい', reading: 'イソガシイ' },
  ])
})

it('marks punctuation as not spoken', () => {
  const spoken = tokenise('はい、100%です。「A」!?').filter((token) => token.spoken)
  expect(spoken.map((token) => token.text)).toEqual(['はい', '100', '%', 'です', 'A'])
})

it('leaves only white space between tokens', () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'会議のデータｶﾞABc1２ 　\n。「!😀'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 24,
  })
  fc.assert(
    fc.property(text, (value) => {
      let free = 0
      for (const token of tokenise(value)) {
        expect(value.slice(free, token.offset).trim()).toBe('')
        expect(value.startsWith(token.text, token.offset)).toBe(true)
        free = token.offset + token.text.length
      }
      expect(value.slice(free).trim()).toBe('')
    }),
  )
})

it('ends a noun after 100 characters, so that a run of suffixes takes linear time', () => {
  const text = '者'.repeat(1_000)
  const tokens = tokenise(text)
  expect(tokens.map((token) => token.text).join('')).toBe(text)
  expect(Math.max(...tokens.map((token) => token.text.length))).toBe(100)
})
