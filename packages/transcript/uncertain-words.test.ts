import { describe, expect, it } from 'vitest'
import { BlockSequence } from './block-sequence.ts'
import { editText } from './edit-text.ts'
import { type EditableBlock, toEditableBlock } from './editable-block.ts'
import { block, term } from './test/factories.ts'
import { hasUncertainWords, isUncertain, nextUncertain, uncertainRanges } from './uncertain-words.ts'

/** Words are separated by '|', uncertain ones begin with '?'. The uuid is the given letter. */
function uncertain(uuid: string, notation: string): EditableBlock {
  let content = ''
  const terms = notation.split('|').flatMap((part) => {
    const word = part.replace('?', '')
    const offset = content.length + word.length - word.trimStart().length
    content += word
    if (word.trim() === '') return []
    return [{ ...term(word.trim(), offset, 0, 1), confidence: part.includes('?') ? 0.3 : 0.9 }]
  })
  return toEditableBlock(block({ uuid, content, terms }))
}

function textsOf(one: EditableBlock) {
  return uncertainRanges(one).map(({ start, end }) => one.content.slice(start, end))
}

it.each([
  [1, false],
  [0.5, false],
  [0.49, true],
  [0.01, true],
  [0, false],
])('a word with confidence %j is uncertain: %s', (confidence, expected) => {
  expect(isUncertain({ confidence })).toBe(expected)
})

it.each([
  ['本日|は|?晴れ|です', ['晴れ']],
  ['?本日|?は|晴れ|?です', ['本日は', 'です']],
  ['good| ?morning| ?all', ['morning all']],
  ['?はい|、|?ええ', ['はい', 'ええ']],
  ['本日|は', []],
])('passages of %j', (notation, texts) => {
  expect(textsOf(uncertain('a', notation))).toEqual(texts)
})

describe('an edited word', () => {
  const one = uncertain('a', '本日|は|?腫れ|です')
  it.each([
    ['replaced', { start: 3, end: 5, text: '晴れ' }, []],
    ['changed in one letter', { start: 3, end: 4, text: '晴' }, []],
    ['grown by a letter inside', { start: 4, end: 4, text: 'x' }, []],
    ['deleted', { start: 3, end: 5, text: '' }, []],
    ['moved by an edit elsewhere', { start: 0, end: 2, text: '今日も' }, ['腫れ']],
    ['followed by typed text', { start: 5, end: 5, text: '、' }, ['腫れ']],
  ])('%s', (_title, edit, texts) => {
    expect(textsOf(editText(one, [edit]))).toEqual(texts)
  })
})

describe('the next and the previous passage', () => {
  const blocks = [uncertain('a', '?あ|い|?う'), uncertain('b', 'え'), uncertain('c', 'お|?か')]
  const document = { blocks: BlockSequence.of(blocks) }
  it.each([
    [null, 1, 'a 0 1/3'],
    [null, -1, 'c 1 3/3'],
    [{ uuid: 'a', offset: 0 }, 1, 'a 2 2/3'],
    [{ uuid: 'a', offset: 1 }, 1, 'a 2 2/3'],
    [{ uuid: 'a', offset: 2 }, 1, 'c 1 3/3'],
    [{ uuid: 'a', offset: 2 }, -1, 'a 0 1/3'],
    [{ uuid: 'a', offset: 0 }, -1, 'c 1 3/3'],
    [{ uuid: 'b', offset: 0 }, 1, 'c 1 3/3'],
    [{ uuid: 'b', offset: 1 }, -1, 'a 2 2/3'],
    [{ uuid: 'c', offset: 0 }, 1, 'c 1 3/3'],
    [{ uuid: 'c', offset: 2 }, 1, 'a 0 1/3'],
    [{ uuid: 'removed', offset: 3 }, 1, 'a 0 1/3'],
  ] as const)('from %j by %d', (from, step, expected) => {
    const found = nextUncertain(document, from, step)
    expect(found && `${found.uuid} ${found.start} ${found.number}/${found.count}`).toBe(expected)
  })

  it('does not exist in a transcript without uncertain words', () => {
    const certain = { blocks: BlockSequence.of([uncertain('a', 'あ|い')]) }
    expect(nextUncertain(certain, null, 1)).toBeNull()
    expect(nextUncertain(certain, null, -1)).toBeNull()
    expect(hasUncertainWords(certain)).toBe(false)
    expect(hasUncertainWords(document)).toBe(true)
  })
})
