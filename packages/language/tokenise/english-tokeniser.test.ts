import { expect, it } from 'vitest'
import { openLanguage } from '../open-language.ts'

const { tokenise } = await openLanguage('en')

it('EDIT-64 distinguishes adjectives, nouns and verbs', () => {
  const tokens = tokenise('The quick reports were sent to Alice, and they are happy.')
  expect(tokens.filter((token) => token.type !== 0).map(({ base, type }) => `${base} ${type}`)).toEqual([
    'quick 1',
    'report 3',
    'send 7',
    'alice 3',
    'happy 1',
  ])
})

it.each([
  ["Don't worry,  it's\n$1,200.50.", ['Do@0', "n't@2", 'worry@6', 'it@14', "'s@16", '$@19', '1,200.50@20']],
  ['naïve 😀 \ud800 café', ['naïve@0', 'café@11']],
  ['', []],
  ['  \n ', []],
])('tokenises %j', (text, expected) => {
  const tokens = tokenise(text)
  expect(tokens.filter((token) => token.spoken).map((token) => `${token.text}@${token.offset}`)).toEqual(expected)
})

it('leaves only white space between tokens', () => {
  const text = 'Well -- we (Bob & I) can\'t "just" go to http://kaiwa.example/a?b=c; e-mail me: a@b.example #now :-)'
  let free = 0
  for (const token of tokenise(text)) {
    expect(text.slice(free, token.offset).trim()).toBe('')
    free = token.offset + token.text.length
  }
  expect(text.slice(free).trim()).toBe('')
})

it.each(['a', '1', 'a.', '-', '@a', '/'])('takes linear time for a run of %j', (sign) => {
  const before = process.cpuUsage()
  const tokens = tokenise(sign.repeat(40_000 / sign.length))
  // Without the division it is five seconds and more for letters.
  expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(3)
  expect(tokens.map(({ text }) => text).join('')).toHaveLength(40_000)
})
