import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BlockSequence } from './block-sequence.ts'
import { type EditableBlock, toEditableBlock } from './editable-block.ts'
import { block } from './test/factories.ts'

function one(uuid: string): EditableBlock {
  return toEditableBlock(block({ uuid }))
}

function many(count: number): EditableBlock[] {
  return Array.from({ length: count }, (_, number) => one(`b${number}`))
}

/** Compares every method of the sequence with the equivalent array. */
function agree(sequence: BlockSequence, blocks: readonly EditableBlock[]) {
  expect([...sequence]).toEqual(blocks)
  expect(sequence.length).toBe(blocks.length)
  for (const [place, own] of blocks.entries()) {
    expect(sequence.at(place)).toBe(own)
    expect(sequence.indexOf(own.uuid)).toBe(place)
    expect(sequence.get(own.uuid)).toBe(own)
  }
  expect([sequence.at(-1), sequence.at(blocks.length), sequence.get('gone')]).toEqual([undefined, undefined, undefined])
  expect(sequence.indexOf('gone')).toBe(-1)
}

describe('block sequence', () => {
  it('equals an array after any insertions, removals and changes', () => {
    const step = fc.record({ kind: fc.nat(3), at: fc.nat(1_000_000) })
    fc.assert(
      fc.property(fc.nat(200), fc.array(step, { maxLength: 60 }), (count, steps) => {
        let blocks = many(count)
        let sequence = BlockSequence.of(blocks)
        for (const [number, { kind, at }] of steps.entries()) {
          const place = blocks.length === 0 ? 0 : at % blocks.length
          if (kind === 0 && blocks[place]) {
            sequence = sequence.remove(blocks[place].uuid)
            blocks = blocks.toSpliced(place, 1)
          } else if (kind === 1 && blocks[place]) {
            const further = blocks.slice(place + 1, place + 70).map((own) => ({ ...own, content: `x${number}` }))
            const other = { ...blocks[place], content: `${number}` }
            sequence = sequence.put([other, ...further])
            blocks = blocks.toSpliced(place, 1 + further.length, other, ...further)
          } else {
            const to = at % (blocks.length + 1)
            sequence = sequence.insert(to, one(`n${number}`))
            blocks = blocks.toSpliced(to, 0, sequence.at(to)!)
          }
        }
        agree(sequence, blocks)
      }),
      { numRuns: 40 },
    )
  })

  it('grows without limit at one position, and older versions stay unchanged', () => {
    let sequence = BlockSequence.of([])
    const versions: BlockSequence[] = []
    for (let number = 0; number < 400; number++) {
      versions.push(sequence)
      sequence = sequence.insert(Math.min(1, sequence.length), one(`n${number}`))
    }
    expect(sequence.at(1)!.uuid).toBe('n399')
    expect(versions.map(({ length }) => length)).toEqual(versions.map((_, number) => number))
    expect([...versions[3]!].map(({ uuid }) => uuid)).toEqual(['n0', 'n2', 'n1'])
  })

  it('rejects positions outside the sequence and unknown blocks', () => {
    const sequence = BlockSequence.of(many(3))
    expect(() => sequence.insert(4, one('x'))).toThrow(RangeError)
    expect(() => sequence.insert(-1, one('x'))).toThrow(RangeError)
    expect(() => sequence.put([one('x')])).toThrow('no block x')
    expect(() => sequence.remove('x')).toThrow('no block x')
  })
})
