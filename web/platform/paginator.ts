export type PaginatorEntry = number | 'gap'

const NEIGHBOURS = 2

/**
 * The page numbers to show: first, last and two neighbours on each side of the current one (UI-16). `gap` replaces
 * omitted pages.
 */
export function paginatorEntries(current: number, last: number): PaginatorEntry[] {
  const shown = new Set([1, last])
  for (let page = current - NEIGHBOURS; page <= current + NEIGHBOURS; page += 1)
    if (page >= 1 && page <= last) shown.add(page)
  const entries: PaginatorEntry[] = []
  let previous = 0
  for (const page of [...shown].sort((a, b) => a - b)) {
    // A single omitted page is shown, because a gap would need the same space.
    if (page - previous === 2) entries.push(page - 1)
    else if (page - previous > 2) entries.push('gap')
    entries.push(page)
    previous = page
  }
  return entries
}
