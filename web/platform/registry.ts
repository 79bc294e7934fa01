// A page declares which parts other domains may add to it, as registries. web/app/ connects them (FolderPage.tsx,
// FilePage.tsx), so that a page imports no feature and is loaded together with its parts.

export interface Entry {
  /** Unique in its registry. */
  id: string
  /** Position among the entries, low to high. */
  order: number
}

export interface Registry<E extends Entry> {
  /** An entry with the same id is replaced. */
  add: (entry: E) => void
  /** The entries in their order; the same array until an entry is added. */
  list: () => readonly E[]
}

export function registry<E extends Entry>(): Registry<E> {
  let entries: readonly E[] = []
  return {
    add: (entry) => {
      entries = [...entries.filter(({ id }) => id !== entry.id), entry].toSorted((a, b) => a.order - b.order)
    },
    list: () => entries,
  }
}
