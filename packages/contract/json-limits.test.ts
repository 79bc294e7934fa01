import { describe, expect, it } from 'vitest'
import { exceededLimit, jsonLimits } from './json-limits.ts'
import { LIMITS } from './limits.ts'

const limits = { depth: 3, containers: 5, values: 9 }

it.each([
  ['', null],
  ['"[[[[[["', null],
  ['"a\\"[[[[[["', null],
  ['"a\\\\"', null],
  ['"never ends [[[[[[', null],
  ['[[[]]]', null],
  ['[[[[]]]]', 'depth'],
  ['[{"a":{"b":[]}}]', 'depth'],
  ['[[],[],[],[]]', null],
  ['[[],[],[],[],[]]', 'containers'],
  ['[0,0,0,0,0,0,0,0,0]', null],
  ['[0,0,0,0,0,0,0,0,0,0]', 'values'],
  ['["a,b,c,d,e,f,g,h,i,j","]"]', null],
  ['{"[[[[":"{{{{"}', null],
  ['[[[][][][][][]', 'containers'],
])('%s exceeds %s', (text, limit) => {
  expect(exceededLimit(text, limits)).toBe(limit)
})

describe('the limits of the body of a save', () => {
  it('allow every word and block of the longest transcript in one body', () => {
    const term =
      '{"text":"予算","start_time":35999.12,"end_time":35999.48,"offset":0,"type":1,"score":0.1,"base":"予算","reading":"ヨサン","confidence":0.9}'
    const block = `{"uuid":"0f8fad5b-d9cb-469f-a165-70867728950e","content":"予算","start_time":1,"end_time":2,"terms":[${term}],"tags":[],"is_break":false}`
    const { containers, values } = jsonLimits(LIMITS.saveBody)
    const [blocks, words] = [LIMITS.blocksPerTranscript, 240_000]
    const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0
    expect(blocks * count(block, /[[{]/g) + words * count(term, /[[{]/g)).toBeLessThan(containers)
    expect(blocks * count(block, /[[{,]/g) + words * (count(term, /[[{,]/g) + 1)).toBeLessThan(values)
  })
})
