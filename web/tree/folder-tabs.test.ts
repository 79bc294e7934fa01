import type { Item } from '@kaiwa/contract/items.ts'
import { describe, expect, it } from 'vitest'
import { scopedFolderOf, readFilter, readTab, subfoldersOf, writeFilter, writeTab } from './folder-tabs.ts'

const search = (text: string) => new URLSearchParams(text)

describe('WS-19 TAG-03 SPK-30 the tab of a URL', () => {
  it.each([
    ['', 'files'],
    ['tab=1', 'files'],
    ['tab=2', 'tags'],
    ['tab=4', 'speakers'],
    // The report tab is not implemented yet.
    ['tab=3', 'files'],
    ['tab=5', 'files'],
    ['tab=02', 'files'],
    ['tab=tags', 'files'],
  ])('%s → %s', (text, tab) => expect(readTab(search(text))).toBe(tab))

  it.each([
    ['', 'tags', 'tab=2'],
    ['query=見積&page=3&order_by=name', 'speakers', 'order_by=name&tab=4'],
    ['tab=4&folder=below&page=2', 'tags', 'tab=2&folder=below'],
    ['tab=2', 'files', ''],
  ] as const)('from %s to %s: %s', (from, tab, to) =>
    expect(decodeURIComponent(writeTab(search(from), tab).toString())).toBe(to),
  )
})

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

const folder = (resource_id: number, name: string, children: Item[] = []) => ({ resource_id, name, children }) as Item

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
