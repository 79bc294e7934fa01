import { expect, it } from 'vitest'
import { languageCode } from './language-code.ts'

it.each([
  ['japanese', 'ja'],
  ['Japanese', 'ja'],
  ['ja', 'ja'],
  ['ja-JP', 'ja'],
  ['english', 'en'],
  ['klingon', null],
  ['', null],
  [null, null],
])('%j is %j', (answer, code) => expect(languageCode(answer)).toBe(code))
