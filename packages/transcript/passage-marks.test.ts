import { expect, it } from 'vitest'
import { hasPassageMark, passageMark } from './passage-marks.ts'

it.each([
  ['［聞き取り不能］', true],
  ['［要確認］はい、はい', true],
  ['[inaudible]', true],
  ['[unclear] thank you thank you', true],
  ['はい［聞き取り不能］', false],
  ['聞き取り不能', false],
  ['', false],
])('%s has a mark: %s', (text, expected) => expect(hasPassageMark(text)).toBe(expected))

it('every mark is one in both languages', () => {
  for (const mark of ['inaudible', 'unclear'] as const)
    for (const language of ['ja', 'en'] as const) expect(hasPassageMark(passageMark(mark, language))).toBe(true)
})
