// The tab of a folder page, as encoded in the URL.
import type { FolderTab } from './folder-page.ts'

type Tabs = readonly Pick<FolderTab, 'id' | 'number' | 'parameters'>[]

/** The tab of a URL; the first one by default. */
export function readTab<T extends Tabs>(search: URLSearchParams, tabs: T): T[number] | undefined {
  return tabs.find(({ number }) => search.get('tab') === String(number)) ?? tabs[0]
}

/** The URL of a tab. Drops what the previous tab shows: page and query of its list, and its own parameters. */
export function writeTab(search: URLSearchParams, tabs: Tabs, id: string): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const key of ['page', 'query', ...tabs.flatMap(({ parameters = [] }) => parameters)]) next.delete(key)
  const tab = tabs.find((one) => one.id === id)
  if (tab === undefined || tab === tabs[0]) next.delete('tab')
  else next.set('tab', String(tab.number))
  return next
}
