import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { toastStore } from '../platform/toasts.ts'
import { hearNews } from './use-news.ts'

const KEYS = [
  ['notifications'],
  ['session'],
  ['project', 1],
  ['files', 1, {}],
  ['members', 4],
  ['members', 'workspace', {}],
  ['usage'],
  ['speakers'],
]

/** The queries that are asked again after this news. */
const staleAfter = async (type: Parameters<typeof hearNews>[1]) => {
  const client = new QueryClient()
  for (const key of KEYS) client.setQueryData(key, {})
  await hearNews(client, type)
  return KEYS.filter((key) => client.getQueryState(key)?.isInvalidated).map((key) =>
    key.filter((part) => typeof part !== 'object').join(' '),
  )
}

it.each([
  ['RT-03', 'project-joined', ['notifications', 'session', 'members 4', 'members workspace', 'usage']],
  ['RT-04', 'project-file-completed', ['notifications', 'session', 'project 1', 'files 1']],
  ['RT-01', 'project-file-interview', ['notifications']],
  ['RT-01', 'project-invited', ['notifications']],
] as const)('%s %s makes stale what it is about, and says once that there is news', async (_id, type, stale) => {
  expect(await staleAfter(type)).toEqual(stale)
  await staleAfter(type)
  expect(toastStore.read()).toHaveLength(1)
})
