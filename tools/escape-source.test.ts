import { expect, it } from 'vitest'
import { parseAst } from 'vite'
import { escapeCode } from './escape-source.ts'

it.each([
  ["'会議 😀'", '会議 😀'],
  ['`${1}件の会議${2}`', '1件の会議2'],
  ['String.raw`[ぁ-ん]\\d+\\u3042${"終"}(?<年>元)`', '[ぁ-ん]\\d+\\u3042終(?<年>元)'],
  ['((strings) => strings.join())`名前${1}住所`', '名前,住所'],
  ['"話者😀1".replace(/話者(?<絵>😀)/u, "$<絵>").length', 3],
  ['((ñ, 値) => 値 + ñ)("é", "値") // 値', '値é'],
])('%s means the same as ASCII', (code, expected) => {
  const escaped = escapeCode(code, parseAst(code))
  expect(escaped).not.toMatch(/[\u0080-\uffff]/)
  // oxlint-disable-next-line no-eval -- the code is a row of this table
  expect((0, eval)(escaped)).toEqual(expected)
})
