import type { Item } from '@kaiwa/contract/items.ts'
import { describe, expect, it } from 'vitest'
import { readFilter, scopedFolderOf, subfoldersOf, writeFilter } from './folder-filter.ts'

function search(text: string) {
  return new URLSearchParams(text)
}

describe('SPK-30 the folder filter of a URL', () => {
  it.each([
    ['', 'folder', { projectId: 7, scope: 'folder' }],
    ['folder=below', 'below', { projectId: 7, scope: 'below' }],
    ['folder=12', 12, { projectId: 12, scope: 'below' }],
    ['folder=-1', 'folder', { projectId: 7, scope: 'folder' }],
    ['folder=1.5', 'folder', { projectId: 7, scope: 'folder' }],
    ['folder=all', 'folder', { projectId: 7, scope: 'folder' }],
  ] as const)('%s', (text, filter, expected) => {
    expect(readFilter(search(text))).toBe(filter)
    expect(scopedFolderOf(7, filter)).toEqual(expected)
  })
  it('returns to the first page', () => {
    expect(writeFilter(search('tab=4&page=2'), 'below').toString()).toBe('tab=4&folder=below')
    expect(writeFilter(search('tab=4&folder=12'), 'folder').toString()).toBe('tab=4')
  })
})

function folder(resource_id: number, name: string, children: Item[] = []) {
  return { resource_id, name, children } as Item
}

it('SPK-30 the filter lists the folders below, in tree order', () => {
  const tree = [
    folder(1, 'ワークスペース', [
      folder(2, '営業', [folder(3, '東京', [folder(4, '新規')]), folder(5, '大阪')]),
      folder(6, '採用'),
    ]),
  ]
  expect(subfoldersOf(tree, 2)).toEqual([
    { projectId: 3, path: ['東京'] },
    { projectId: 4, path: ['東京', '新規'] },
    { projectId: 5, path: ['大阪'] },
  ])
  expect(subfoldersOf(tree, 6)).toEqual([])
  expect(subfoldersOf(tree, 99)).toEqual([])
})
