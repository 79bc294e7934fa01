import type { Item } from '@kaiwa/contract/items.ts'

export interface Choice {
  /** The id of a folder as a project. */
  id: number
  /** The names from below the root down to the folder. */
  label: string
}

function choicesIn(items: readonly Item[], above: readonly string[]): Choice[] {
  return items.flatMap(({ name, resource_id: id, is_root_item: isRoot, can, children }) => {
    const names = isRoot ? [] : [...above, name]
    return [...(can.upload ? [{ id, label: names.join(' / ') }] : []), ...choicesIn(children, names)]
  })
}

/** The folders into which the reader may upload: the last used ones first, then in the order of the tree. */
export function folderChoices(items: readonly Item[], lastUsed: readonly number[]): Choice[] {
  const all = choicesIn(items, [])
  const used = lastUsed.flatMap((id) => all.filter((choice) => choice.id === id))
  return [...used, ...all.filter((choice) => !used.includes(choice))]
}
