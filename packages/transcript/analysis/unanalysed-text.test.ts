import { expect, it } from 'vitest'
import { parse } from '../test/notation.ts'
import { hasUnanalysedText } from './unanalysed-text.ts'

it.each([
  ['A | [0 本日][1 は]、[2 晴れ]。', false],
  ['A | [0 本日]も[2 晴れ]。', true],
  ['A | [0 本日][1 は]。雨', true],
  ['A | 雨[0 です]。', true],
  ['A | 、。', false],
  ['A |', false],
])('%s: %s', (line, expected) => expect(hasUnanalysedText(parse(line).document.blocks.at(0)!)).toBe(expected))
