import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { isList, list } from './list.ts'

const entry = z.object({ name: z.string().min(2), size: z.number(), kind: z.enum(['a', 'b']).default('a') })

function paths(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ path, code }) => `${path.join('.')} ${code}`) ?? []
}

describe('list', () => {
  it('reads its elements like z.array', () => {
    const input = [
      { name: 'ab', size: 1 },
      { name: 'cd', size: 2, kind: 'b' },
    ]
    expect(list(entry, 2).parse(input)).toEqual(z.array(entry).parse(input))
    expect(list(entry, 2).parse([])).toEqual([])
  })

  it.each([
    ['an object instead of an array', { 0: 'a' }],
    ['too many elements', [{}, {}, {}]],
    ['bad elements', [{ name: 'a', size: 'x' }, { name: 'ab' }]],
  ])('reports %s like z.array', (_, input) => {
    expect(paths(list(entry, 2), input).length).toBeGreaterThan(0)
    // z.array reports only the length, too, if there are too many elements.
    expect(paths(list(entry, 2), input)).toEqual(paths(z.array(entry).max(2), input))
  })

  it('keeps its limits when rules are added', () => {
    const one = list(entry, 2).min(1).describe('entries')
    expect(isList(one)).toBe(true)
    expect(paths(one, [])).toEqual([' too_small'])
    expect(paths(one, [{}, {}, {}])).toEqual([' too_big'])
  })

  it('stops at the twentieth problem, in nested lists too', () => {
    let read = 0
    const counted = z.string().refine(() => {
      read += 1
      return false
    })
    const nested = list(z.object({ words: list(counted, 100_000) }), 100_000)
    const input = Array.from({ length: 1000 }, () => ({ words: Array.from({ length: 1000 }, () => 'a') }))
    expect(paths(nested, input)).toHaveLength(LIMITS.reportedFields)
    expect(read).toBe(LIMITS.reportedFields)
  })
})
