import { expect, it } from 'vitest'
import { languageOf } from './language-of.ts'

it.each([
  ['本日はお時間をいただきありがとうございます。', 'ja'],
  ['KPI の見直しは Q3 の OKR と合わせて', 'ja'],
  ['ｶﾀｶﾅ', 'ja'],
  ['Good morning, 山田 from Tokyo speaking.', 'en'],
  ['123 …', null],
  ['', null],
] as const)('%s is %s', (content, language) => expect(languageOf([{ content }])).toBe(language))

it('stops reading after enough text', () => {
  let read = 0
  const blocks = (function* () {
    for (;;) {
      read++
      yield { content: 'あ'.repeat(500) }
    }
  })()
  expect(languageOf(blocks)).toBe('ja')
  expect(read).toBe(4)
})
