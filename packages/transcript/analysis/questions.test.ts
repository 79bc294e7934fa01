import { expect, it } from 'vitest'
import { countQuestions } from './questions.ts'

it.each([
  ['いつ届きますか？', 1],
  ['いつ届きますか。', 1],
  ['いつ届きますか', 1],
  ['保証は付いているのでしょうか。別料金ですか？', 2],
  ['「いくらですか？」と聞かれました。', 1],
  ['そうですか。', 0],
  ['はい、そうなんですか。', 0],
  ['そうですか？', 1],
  ['静かです。', 0],
  ['いくらか高いです。', 0],
  ['How much is it? Fine.', 1],
  ['Really?! "Are you sure?"', 2],
  ['I asked how much.', 0],
  ['', 0],
])('%s contains %d questions', (text, count) => expect(countQuestions(text)).toBe(count))
