import { afterEach, expect, it, vi } from 'vitest'
import { startI18n } from '../platform/i18n.ts'
import { queryClient } from '../platform/query-client.ts'
import { TEXTS } from '../texts.ts'
import { reportTab } from './folder-page.tsx'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

it.each([
  ['tab=3', ['/api/projects/7/reports', '/api/projects/7/reports/table']],
  [
    'tab=3&first_condition=tags&second_condition=speakers',
    ['/api/projects/7/reports', '/api/projects/7/reports/table'],
  ],
  ['tab=3&folder=9', ['/api/projects/9/reports', '/api/projects/9/reports/table']],
  ['tab=3&report=talk', ['/api/projects/7/talk']],
])('the data of a report is requested while the page is loading: %s', async (search, expected) => {
  await startI18n(TEXTS, 'ja')
  const paths: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    paths.push(new URL(address instanceof Request ? address.url : address, location.href).pathname)
    return Response.json({ data: [] })
  })
  reportTab.prefetch?.(7, new URLSearchParams(search))
  await expect.poll(() => paths.toSorted()).toEqual(expected)
})
