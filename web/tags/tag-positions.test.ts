import type { Tag } from '@kaiwa/contract/tags.ts'
import { describe, expect, it } from 'vitest'
import { dropPosition, moveTag, neighbourPosition, positionOfTag } from './tag-positions.ts'

// Notation 'ab cd ': tags a and b in category 1, c and d in 2, none in 3.
function read(line: string): Tag[] {
  return line.split(' ').flatMap((names, place) =>
    [...names].map((name, display_order) => ({
      id: name.charCodeAt(0),
      name,
      tag_category_id: place + 1,
      appearance: '#FD6F2C',
      display_order,
      can: { edit: true },
    })),
  )
}

function write(tags: readonly Tag[]): string {
  return [1, 2, 3]
    .map((id) =>
      tags
        .filter((tag) => tag.tag_category_id === id)
        .map(({ name }) => name)
        .join(''),
    )
    .join(' ')
}

function at(category: number, index: number) {
  return { category, index }
}

const categories = [1, 2, 3].map((id) => ({ id, name: `${id}`, display_order: id, can: { edit: true } }))

describe('TAG-36 a tag moves like on the server', () => {
  it.each([
    ['abc de ', at(1, 0), at(1, 2), 'bca de '],
    ['abc de ', at(1, 2), at(1, 0), 'cab de '],
    ['abc de ', at(1, 1), at(2, 0), 'ac bde '],
    ['abc de ', at(1, 1), at(2, 9), 'ac deb '],
    ['abc de ', at(2, 0), at(3, 0), 'abc e d'],
    ['abc de ', at(3, 0), at(1, 0), 'abc de '],
  ])('%j from %j to %j', (before, from, to, after) => expect(write(moveTag(read(before), from, to))).toBe(after))
})

describe('TAG-36 the arrow keys move a tag', () => {
  it.each([
    [at(1, 0), 1, at(1, 1)],
    [at(1, 1), 1, at(2, 0)],
    [at(2, 0), -1, at(1, 2)],
    [at(2, 1), 1, at(3, 0)],
    [at(1, 0), -1, null],
  ] as const)('from %j by %d to %j', (from, by, to) =>
    expect(neighbourPosition(categories, read('ab cd '), from, by)).toEqual(to),
  )
  it('not past the end of the last category', () =>
    expect(neighbourPosition(categories, read('ab  c'), at(3, 0), 1)).toBeNull())
})

describe('TAG-36 dropping a tag', () => {
  it.each([
    ['abc de ', 'a', 1, 2, 'bac de '],
    ['abc de ', 'c', 1, 0, 'cab de '],
    ['abc de ', 'a', 2, 1, 'bc dae '],
    ['abc de ', 'a', 2, null, 'bc dea '],
    ['abc de ', 'a', 1, null, 'bca de '],
  ])('%j: %s before place %d %s', (before, name, category, index, after) => {
    const tags = read(before)
    const from = positionOfTag(
      tags,
      tags.find((tag) => tag.name === name)!,
    )
    expect(write(moveTag(tags, from, dropPosition(from, category, index)))).toBe(after)
  })
})
