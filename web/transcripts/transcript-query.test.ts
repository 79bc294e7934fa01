import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { transcriptQuery } from './queries.ts'
import type { ReadTranscript } from './read-transcript.ts'

const WHOLE = { transcript: { status: 'completed', block_order: [] }, blocks: {} } as unknown as ReadTranscript

it.each([
  ['of which only the first part had arrived is read again', { ...WHOLE, isPartial: true }, 1],
  ['is kept', WHOLE, 0],
])('a page that is opened again: a transcript %s', async (_, cached, reads) => {
  const client = new QueryClient()
  const { queryKey, staleTime } = transcriptQuery(7)
  client.setQueryData(queryKey, cached)
  let read = 0
  const queryFn = async () => {
    read += 1
    return WHOLE
  }
  const leave = new QueryObserver(client, { queryKey, staleTime: staleTime!, queryFn }).subscribe(() => undefined)
  await expect.poll(() => client.isFetching()).toBe(0)
  leave()
  expect([read, client.getQueryData(queryKey)]).toEqual([reads, WHOLE])
})
