import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeMarkdown } from './safe-markdown.ts'

it.each([
  ['予算は**百万円**です。', '予算は**百万円**です。'],
  ['- 価格\n- 納期', '- 価格\n- 納期'],
  ['[資料](https://evil.example/?q=secret)', '資料'],
  ['![x](https://evil.example/x.png)', 'x'],
  ['[![x](https://a.example/x.png)](https://b.example)', 'x'],
  ['[資料][1]\n\n[1]: https://evil.example', '資料\n\n1: https://evil.example'],
  ['[聞き取れない]', '［聞き取れない］'],
  ['<https://evil.example>', ''],
  ['<img src=x onerror=alert(1)>', ''],
  ['<script>alert(1)</script>', 'alert(1)'],
  ['<svg/onload=alert(1)', '＜svg/onload=alert(1)'],
  ['3 < 5 と 5 > 3', '3 ＜ 5 と 5 > 3'],
  ['<!-- 隠す -->見える', '見える'],
  ['\\[a](https://evil.example)', '\\［a](https://evil.example)'],
  ['\\<b>', '\\＜b>'],
  ['[a](https://evil.example/(b)c)', 'a'],
  ['すごい！すごい!', 'すごい！すごい!'],
  ['[閉じない', '［閉じない'],
])('%j becomes %j', (text, shown) => expect(safeMarkdown(text, true)).toBe(shown))

describe('while the text arrives', () => {
  const signs = fc.constantFrom('[', ']', '(', ')', '<', '>', '!', '\\', ':', 'a', ' ', '価', '\n', 'https://x')

  it('shown text never changes', () => {
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 60 }), (pieces) => {
        const whole = pieces.join('')
        const end = safeMarkdown(whole, true)
        for (let length = 0; length <= whole.length; length += 1)
          expect(end.startsWith(safeMarkdown(whole.slice(0, length), false))).toBe(true)
      }),
    )
  })

  it('neither a link, an image nor a tag is left', () => {
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 60 }), (pieces) => {
        expect(safeMarkdown(pieces.join(''), true)).not.toMatch(/\[|</)
      }),
    )
  })
})
