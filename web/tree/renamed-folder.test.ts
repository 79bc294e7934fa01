import type { Item, Tree } from '@kaiwa/contract/items.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { treeQuery } from '../platform/tree-query.ts'
import { findItem } from './find-folder.ts'
import { applyRename, renameInItems } from './renamed-folder.ts'

function folder(id: number, name: string, children: Item[] = []): Item {
  return { id, resource_id: id + 100, name, updated_at: '2026-01-01T00:00:00.000Z', children } as unknown as Item
}

function show(items: readonly Item[]): string {
  return items.map(({ name, children }) => (children.length > 0 ? `${name}(${show(children)})` : name)).join(' ')
}

function renamed(itemId: number, name: string) {
  return {
    itemId,
    projectId: itemId + 100,
    name,
    updatedAt: '2026-02-02T00:00:00.000Z',
    updatedBy: { id: 7, name: '佐藤 花子', avatar: null },
  }
}

it.each<[string, number, string, string]>([
  ['a top folder', 1, 'z', 'b(c 会議2 会議10) z'],
  ['a folder inside of another', 4, 'a', 'b(a 会議2 会議10) x'],
  ['by its digits', 5, '会議1', 'b(c 会議1 会議10) x'],
  ['a folder that the tree does not have', 99, 'z', 'b(c 会議2 会議10) x'],
])('renames %s and keeps siblings in the order of names', (_, id, name, expected) => {
  const items = [folder(2, 'b', [folder(4, 'c'), folder(5, '会議2'), folder(6, '会議10')]), folder(1, 'x')]
  expect(show(renameInItems(items, renamed(id, name)))).toBe(expected)
})

it('keeps the identity of branches without the folder, so that they are not drawn again', () => {
  const items = [folder(1, 'a', [folder(3, 'c')]), folder(2, 'b', [folder(4, 'd')])]
  const next = renameInItems(items, renamed(4, 'e'))
  expect(next[0]).toBe(items[0])
  expect(next[1]).not.toBe(items[1])
  expect(renameInItems(items, renamed(9, 'e'))).toBe(items)
})

it('keeps a later name when the response to an earlier rename arrives after it', () => {
  const client = new QueryClient()
  const tree: Tree = {
    all_items: [folder(2, 'old')],
    project_ids_with_owner: [],
    shared_folder_ids: [],
    unread_item_ids: [],
  }
  client.setQueryData(treeQuery.queryKey, tree)
  client.setQueryData(['project', 102], { item_id: 2, name: 'old', breadcrumb: [{ item_id: 2, name: 'old' }] })
  applyRename(client, { ...renamed(2, 'second'), updatedAt: '2026-02-02T00:00:00.002Z' })
  applyRename(client, { ...renamed(2, 'first'), updatedAt: '2026-02-02T00:00:00.001Z' })
  expect(show(client.getQueryData(treeQuery.queryKey)?.all_items ?? [])).toBe('second')
  expect(client.getQueryData<Project>(['project', 102])?.name).toBe('second')
})

it('patches the tree, breadcrumbs and rows that the browser holds', () => {
  const client = new QueryClient()
  const tree: Tree = {
    all_items: [folder(1, 'root', [folder(2, 'old')])],
    project_ids_with_owner: [],
    shared_folder_ids: [],
    unread_item_ids: [2],
  }
  client.setQueryData(treeQuery.queryKey, tree)
  const crumbs = [
    { id: 101, item_id: 1, name: 'root' },
    { id: 102, item_id: 2, name: 'old' },
    { id: 103, item_id: 3, name: 'inner' },
  ]
  client.setQueryData(['project', 102], { id: 102, item_id: 2, name: 'old', breadcrumb: crumbs.slice(0, 2) })
  client.setQueryData(['project', 103], { id: 103, item_id: 3, name: 'inner', breadcrumb: crumbs })
  const row = { is_project: true, item_id: 2, name: 'old', title: 'old', last_updated_at: '2026-01-01T00:00:00.000Z' }
  const file = { is_project: false, item_id: 7, title: 'old' }
  client.setQueryData(['files', 101, {}], { data: [row, file], current_page: 1, last_page: 1 })
  applyRename(client, renamed(2, 'new'))
  const after = client.getQueryData(treeQuery.queryKey)
  expect(findItem(after?.all_items ?? [], 2)).toMatchObject({ name: 'new', updated_at: '2026-02-02T00:00:00.000Z' })
  expect(after?.unread_item_ids).toEqual([2])
  expect(client.getQueryData<Project>(['project', 102])).toMatchObject({
    name: 'new',
    breadcrumb: [{ name: 'root' }, { name: 'new' }],
  })
  expect(client.getQueryData<Project>(['project', 103])).toMatchObject({
    name: 'inner',
    breadcrumb: [{ name: 'root' }, { name: 'new' }, { name: 'inner' }],
  })
  expect(client.getQueryData(['files', 101, {}])).toMatchObject({
    data: [
      {
        name: 'new',
        title: 'new',
        last_updated_at: '2026-02-02T00:00:00.000Z',
        last_updated_by: { id: 7, name: '佐藤 花子', avatar: null },
      },
      { title: 'old' },
    ],
  })
})
