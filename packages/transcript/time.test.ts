import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockAt, termAt } from './block-at.ts'
import { block, document, term } from './test/factories.ts'
import { buildWordIndex, wordPositionOf, wordAt } from './word-index.ts'

describe('the block at a time', () => {
  const read = document(
    block({ uuid: 'a', start_time: 1, end_time: 4 }),
    block({ uuid: 'b', start_time: 3, end_time: 3.5 }),
    block({ uuid: 'c', start_time: 6, end_time: 8 }),
  )
  it.each([
    [0, undefined],
    [1, 'a'],
    [3, 'b'],
    [3.5, 'a'],
    [5, 'b'],
    [6, 'c'],
    [8, 'c'],
    [100, 'c'],
  ])('at %d s is %s', (time, uuid) => expect(blockAt(read, time)?.uuid).toBe(uuid))

  it('is undefined for an empty document', () => expect(blockAt(document(), 1)).toBeUndefined())
})

describe('the word at a time', () => {
  const terms = [term('本日', 0, 1, 2), term('は', 2, 2, 2.4), term('晴れ', 4, 3, 4)]
  it.each([
    [0.9, undefined],
    [1, '本日'],
    [2, 'は'],
    [2.39, 'は'],
    [2.4, undefined],
    [3.5, '晴れ'],
    [4, undefined],
  ])('at %d s is %s', (time, text) => {
    const one = block({ terms })
    expect(termAt(one, time)?.text).toBe(text)
    const index = buildWordIndex([block(), one])
    const place = wordPositionOf(index, wordAt(index, time))
    expect(place && terms.find((candidate) => candidate.offset === place.offset)?.text).toBe(text)
    if (place) expect(place.block).toBe(1)
  })

  it('is the word that started last, independent of the order of the blocks', () => {
    const times = fc
      .tuple(fc.nat(40), fc.nat(8))
      .map(([start, length]) => ({ start: start / 2, end: (start + length) / 2 }))
    fc.assert(
      fc.property(fc.array(fc.array(times, { maxLength: 4 }), { maxLength: 6 }), fc.nat(60), (groups, half) => {
        const time = half / 2
        const blocks = groups.map((group) =>
          block({ terms: group.map(({ start, end }, i) => term('あ', i, start, end)) }),
        )
        const all = groups.flat()
        const current = all.filter(({ start, end }) => start <= time && time < end)
        const index = buildWordIndex(blocks)
        const word = wordAt(index, time)
        if (current.length === 0) expect(word).toBe(-1)
        else {
          expect(current).toContain(all[word])
          expect(all[word]!.start).toBe(Math.max(...current.map(({ start }) => start)))
          expect(wordPositionOf(index, word)).toEqual({
            block: blocks.findIndex((_, place) => word < groups.slice(0, place + 1).flat().length),
            offset: expect.any(Number),
            length: 1,
          })
        }
      }),
    )
  })
})
