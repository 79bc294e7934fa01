import { describe, expect, it } from 'vitest'
import { readTab, writeTab } from './folder-tabs.ts'

const TABS = [
  { id: 'files', number: 1 },
  { id: 'tags', number: 2, parameters: ['tag'] },
  { id: 'report', number: 3, parameters: ['first_condition', 'row'] },
  { id: 'speakers', number: 4 },
]

function search(text: string) {
  return new URLSearchParams(text)
}

describe('WS-19 TAG-03 SPK-30 the tab of a URL', () => {
  it.each([
    ['', 'files'],
    ['tab=1', 'files'],
    ['tab=2', 'tags'],
    ['tab=4', 'speakers'],
    ['tab=3', 'report'],
    ['tab=5', 'files'],
    ['tab=02', 'files'],
    ['tab=tags', 'files'],
  ])('%s → %s', (text, tab) => expect(readTab(search(text), TABS)?.id).toBe(tab))

  it.each([
    ['', 'tags', 'tab=2'],
    ['query=見積&page=3&order_by=name', 'speakers', 'order_by=name&tab=4'],
    ['tab=4&folder=below&page=2', 'tags', 'tab=2&folder=below'],
    ['tab=2', 'files', ''],
    ['tab=2&tag=7', 'report', 'tab=3'],
    ['tab=3&first_condition=tags&row=7&folder=below', 'tags', 'tab=2&folder=below'],
  ] as const)('from %s to %s: %s', (from, tab, to) =>
    expect(decodeURIComponent(writeTab(search(from), TABS, tab).toString())).toBe(to),
  )
})
