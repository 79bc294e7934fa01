// The pages as the app connects them: which parts they have, and in which order they are shown.
import { beforeAll, expect, it, vi } from 'vitest'
import { filePage } from '../transcripts/file-page.ts'
import { readTab as readFileTab, writeTab as writeFileTab } from '../transcripts/FileTabs.tsx'
import { READ_SHORTCUTS } from '../transcripts/shortcuts.ts'
import { folderPage } from '../tree/folder-page.ts'
import { readTab } from '../tree/folder-tabs.ts'

// Uploads watch the end of the page as soon as they are loaded.
beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  await Promise.all([import('./FilePage.tsx'), import('./FolderPage.tsx')])
})

function ids(entries: readonly { id: string }[]) {
  return entries.map(({ id }) => id)
}

it('WS-19 the folder page has the tabs files, tags, report and speakers, by the numbers 1 to 4', () => {
  const tabs = folderPage.tabs.list()
  expect(tabs.map(({ id, number }) => [id, number])).toEqual([
    ['files', 1],
    ['tags', 2],
    ['report', 3],
    ['speakers', 4],
  ])
  expect(readTab(new URLSearchParams(), tabs)?.id).toBe('files')
})

it('FILE-09 the file page has the tabs transcript, tags, parse and summary, and the guide lists the keys 1 to 4', () => {
  expect(ids(filePage.tabs.list())).toEqual(['tags', 'parse', 'summary'])
  expect(READ_SHORTCUTS.find(({ action }) => action === 'tab')?.keys).toEqual(['1…4'])
})

it.each([
  ['', 'files'],
  ['tab=tags', 'tags'],
  ['tab=parse&view=talk', 'parse'],
  ['tab=secret', 'files'],
])('the address %j opens the tab %s of a file', (query, tab) =>
  expect(readFileTab(new URLSearchParams(query))).toBe(tab),
)

it.each([
  ['search=a&t=5&block=b', 'parse', 'search=a&tab=parse'],
  ['tab=parse&view=talk&page=2', 'tags', 'tab=tags'],
  ['search=a&tab=parse&view=talk', 'files', 'search=a'],
])('from the address %j, the tab %s of a file has the address %j', (query, tab, expected) =>
  expect(writeFileTab(new URLSearchParams(query), tab).toString()).toBe(expected),
)

it('CRM-09 the deal is the second icon after the search; the sections are before it, comments and speakers after the deal', () => {
  const entries = filePage.toolbar.list()
  expect(ids(entries.filter(({ side }) => side === 'start'))).toEqual(['sections'])
  expect(ids(entries.filter(({ side }) => side === 'end'))).toEqual(['tags', 'crm', 'comments', 'who', 'speakers'])
})

it('each type of block action that opens a part of another domain has one entry', () => {
  expect(
    filePage.blockActions
      .list()
      .flatMap(({ types }) => types)
      .toSorted(),
  ).toEqual(['comment', 'removeSection', 'section', 'speaker'])
})

it('the header of the file page has the deal and buttons to export and to share; its menu imports and, last, deletes', async () => {
  expect(ids(filePage.headerActions.list())).toEqual(['deal', 'export', 'share'])
  const items = await Promise.all(filePage.menu.list().map((entry) => entry.load()))
  expect(items.map(({ label }) => label)).toEqual(['importTranscript', 'deleteFile'])
})

it('the popover of selected text offers to comment on it, copies of it and of a link to it, and a clip, above the tags', () => {
  expect(ids(filePage.selectionActions.list())).toEqual(['comment', 'copy', 'link', 'clip'])
  expect(ids(filePage.selectionPanels.list())).toEqual(['tags'])
})
