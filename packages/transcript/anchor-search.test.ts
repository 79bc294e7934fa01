import { describe, expect, it } from 'vitest'
import { type AnchoredBlock, anchorSearch, MAX_OCCURRENCES, MAX_SEARCHED } from './anchor-search.ts'

function block(uuid: string, content: string, at = 0): AnchoredBlock {
  return { uuid, content, start_time: at, end_time: at + 5, terms: [] }
}

function passage(text: string, time = 0) {
  return { text, quote: text, time }
}

function none() {
  return undefined
}

describe('the work of a search', () => {
  /** A block that counts how often its text is read. A text is read to compare and to normalise it. */
  function counted(content: string, index: number, reads: { count: number }): AnchoredBlock {
    const plain = block(`B${index}`, content)
    return Object.defineProperty({ ...plain }, 'content', {
      get: () => {
        reads.count++
        return content
      },
    })
  }

  it('normalises each block once, however many passages are searched', () => {
    const reads = { count: 0 }
    const texts = Array.from({ length: 50 }, (_, index) => `ＫＰＩ　${index}`)
    const before = new Map(texts.map((text, index) => [`B${index}`, counted(`${text}？`, index, reads)]))
    const after = texts.map((text, index) => counted(`${text}！`, index, reads))
    const search = anchorSearch(after, (uuid) => before.get(uuid))
    search(passage('無い箇所 0'))
    const once = reads.count
    for (let thread = 1; thread < 500; thread++) expect(search(passage(`無い箇所 ${thread}`))).toBeNull()
    // Only the length is read again.
    expect(reads.count - once).toBeLessThanOrEqual(499 * texts.length)
    expect(search(passage('KPI 7！'))).toMatchObject({ block: { uuid: 'B7' } })
  })

  it('skips blocks whose text is unchanged', () => {
    const reads = { count: 0 }
    const after = Array.from({ length: 50 }, (_, index) => counted('定例会議', index, reads))
    const search = anchorSearch(after, (uuid) => after.find((one) => one.uuid === uuid))
    const prepared = reads.count
    for (let thread = 0; thread < 500; thread++) expect(search(passage('定例会議'))).toBeNull()
    expect(reads.count).toBe(prepared)
  })

  it.each([
    ['is found', MAX_SEARCHED - 1, 'B'],
    ['is not found behind the limit of searched text', MAX_SEARCHED, undefined],
  ])('a text %s', (_what, length, uuid) => {
    const after = [block('A', 'あ'.repeat(length)), block('B', '定例会議')]
    expect(anchorSearch(after, none)(passage('定例会議'))?.block.uuid).toBe(uuid)
  })

  it.each([
    [MAX_OCCURRENCES, { start: 0, end: 4 }],
    [MAX_OCCURRENCES + 1, undefined],
  ])('a text with %i occurrences in a block', (times, range) => {
    expect(anchorSearch([block('A', 'そうです'.repeat(times))], none)(passage('そうです'))?.range).toEqual(range)
  })
})

describe('finds the text', () => {
  it.each<[name: string, blocks: AnchoredBlock[], time: number, uuid: string | undefined]>([
    [
      'in blocks that are not in the order of their times',
      [block('B', '会議室A', 60), block('A', '会議室A', 20)],
      22,
      'A',
    ],
    [
      'in a long block that began early',
      [{ ...block('A', '会議室A', 0), end_time: 600 }, block('B', 'はい', 590)],
      595,
      'A',
    ],
    [
      'at the nearest of several',
      [block('A', '会議室A', 0), block('B', '会議室A', 20), block('C', '会議室A', 50)],
      24,
      'B',
    ],
    ['not half a minute before', [block('A', '会議室A', 0)], 36, undefined],
    ['not half a minute after', [block('A', '会議室A', 40)], 9, undefined],
    ['not in a change without blocks', [], 0, undefined],
  ])('%s', (_name, blocks, time, uuid) => {
    expect(anchorSearch(blocks, none)(passage('会議室A', time))?.block.uuid).toBe(uuid)
  })

  it('of the quote rather than the last text', () => {
    const after = [block('A', '会議室', 0), block('B', '大会議室A', 10)]
    expect(anchorSearch(after, none)({ text: '会議室', quote: '大会議室', time: 0 })).toMatchObject({
      block: { uuid: 'B' },
      range: { start: 0, end: 4 },
    })
  })

  it('only if the block has it more often than before', () => {
    const search = (now: string) =>
      anchorSearch([block('A', now)], () => block('A', 'はい、会議室A'))(passage('会議室A'))
    expect(search('ええ、会議室A')).toBeNull()
    expect(search('会議室Aと会議室A')).toMatchObject({ range: { start: 0, end: 4 } })
  })
})
