import type { Item } from '@kaiwa/contract/items.ts'
import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { describe, expect, it } from 'vitest'
import { findItem } from './find-folder.ts'
import { acceptsItems, itemsToMove, moveTargets } from './moving.ts'

interface Can {
  create_folder: boolean
  upload: boolean
}

function item(path: string, children: Item[] = [], can: Partial<Can> = {}): Item {
  return {
    id: Number(path.split('_').at(-1)),
    path,
    children,
    can: { create_folder: true, upload: true, ...can },
  } as unknown as Item
}

const tree = [
  item('1', [item('1_2', [item('1_2_3', [item('1_2_3_4')])]), item('1_5', [], { upload: false }), item('1_23')], {
    upload: false,
  }),
]

function at(id: number): Item {
  return findItem(tree, id) as Item
}

function moving(folderIds: number[], fileIds: number[] = []) {
  return { sourceId: 1, folderIds, fileIds }
}

function ids(items: readonly Item[]): number[] {
  return items.flatMap(({ id, children }) => [id, ...ids(children)])
}

describe('the targets of a move', () => {
  it('WS-37 exclude the moved folders and everything below them', () => {
    expect(ids(moveTargets(tree, moving([3])))).toEqual([1, 2, 5, 23])
    expect(ids(moveTargets(tree, moving([2])))).toEqual([1, 5, 23])
    expect(ids(moveTargets(tree, moving([], [9])))).toEqual([1, 2, 3, 4, 5, 23])
  })

  it.each([
    ['a folder', moving([2]), 1, true],
    ['a folder into itself', moving([2]), 2, false],
    ['a folder below itself', moving([2]), 4, false],
    ['a folder whose id has the same prefix', moving([2]), 23, true],
    ['a file into the root', moving([], [9]), 1, false],
    ['a file', moving([], [9]), 2, true],
    ['a file without upload permission', moving([], [9]), 5, false],
    ['a folder and a file, which need both permissions', moving([3], [9]), 1, false],
    ['nothing', moving([]), 2, false],
  ])('accept %s: %j into %d: %s', (_case, moved, target, expected) =>
    expect(acceptsItems(at(target), moved)).toBe(expected),
  )

  it('apply only to items with the move permission', () => {
    const row = (item_id: number, is_project: boolean, move: boolean) =>
      ({ item_id, is_project, can: { move } }) as unknown as FileTableRow
    expect(itemsToMove([row(1, true, true), row(2, true, false), row(3, false, true)], 7)).toEqual({
      sourceId: 7,
      folderIds: [1],
      fileIds: [3],
    })
  })
})
