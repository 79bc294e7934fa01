import type { Item } from '@kaiwa/contract/items.ts'
import { describe, expect, it } from 'vitest'
import { pathTo, treeLines, treeMove } from './tree.ts'

const can = {
  rename: true,
  move: true,
  delete: true,
  create_folder: true,
  upload: true,
  view_members: true,
  invite: true,
}

function folder(id: number, ...children: Item[]): Item {
  return {
    id,
    creator_id: null,
    parent_id: null,
    path: String(id),
    resource_id: id * 10,
    created_at: '2026-11-21T00:00:00Z',
    updated_at: '2026-11-21T00:00:00Z',
    is_project: true,
    is_root_item: id === 1,
    role_ids: [],
    key: String(id),
    name: `f${id}`,
    creator: null,
    can,
    children,
  }
}

const tree = [folder(1, folder(2, folder(3)), folder(4))]

function written(expanded: number[]) {
  return treeLines(tree, new Set(expanded)).map(
    ({ item, level, isExpandable, isExpanded }) =>
      `${'  '.repeat(level - 1)}${isExpandable ? (isExpanded ? '-' : '+') : ' '}${item.id}`,
  )
}

describe('WS-06 the tree shows expandable folders', () => {
  it.each([
    [[], ['+1']],
    [[1], ['-1', '  +2', '   4']],
    [
      [1, 2],
      ['-1', '  -2', '     3', '   4'],
    ],
    [[2], ['+1']],
    [
      [1, 4],
      ['-1', '  +2', '   4'],
    ],
  ])('with %o expanded', (expanded, lines) => {
    expect(written(expanded)).toEqual(lines)
  })
})

it.each([
  [10, [1]],
  [30, [1, 2, 3]],
  [40, [1, 4]],
  [99, []],
])('the path to folder %d is %o', (resourceId, ids) => {
  expect(pathTo(tree, resourceId)).toEqual(ids)
})

describe('arrow keys', () => {
  const lines = treeLines(tree, new Set([1]))
  it.each([
    [0, 'ArrowDown', { focus: 1 }],
    [2, 'ArrowDown', null],
    [0, 'ArrowUp', null],
    [2, 'ArrowUp', { focus: 1 }],
    [1, 'Home', { focus: 0 }],
    [1, 'End', { focus: 2 }],
    [0, 'ArrowRight', { focus: 1 }],
    [1, 'ArrowRight', { toggle: 2 }],
    [2, 'ArrowRight', null],
    [0, 'ArrowLeft', { toggle: 1 }],
    [1, 'ArrowLeft', { focus: 0 }],
    [1, 'x', null],
    [9, 'ArrowDown', null],
  ])('line %d, %s: %o', (at, key, move) => {
    expect(treeMove(lines, at, key)).toEqual(move)
  })
})
