import type { Item } from '@kaiwa/contract/items.ts'
import { expect, it } from 'vitest'
import { folderChoices } from './folder-choices.ts'

/** `営業!` may not be uploaded to. */
function folder(id: number, name: string, ...children: Item[]): Item {
  const can = { upload: id > 0 && !name.endsWith('!') }
  return { resource_id: id, name, is_root_item: id === 0, can, children } as Item
}

const tree = [
  folder(0, 'root', folder(1, '営業', folder(2, '4月'), folder(3, '5月!')), folder(4, '人事!', folder(5, '面接'))),
]

it.each<[number[], string[]]>([
  [[], ['営業', '営業 / 4月', '人事! / 面接']],
  [
    [5, 2],
    ['人事! / 面接', '営業 / 4月', '営業'],
  ],
  // Folders that are gone, and those that the reader may only read by now.
  [
    [9, 3, 2],
    ['営業 / 4月', '営業', '人事! / 面接'],
  ],
])('after uploads to %j the choices are %j', (lastUsed, labels) => {
  expect(folderChoices(tree, lastUsed).map(({ label }) => label)).toEqual(labels)
})
