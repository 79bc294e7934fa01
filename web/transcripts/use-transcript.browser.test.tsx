import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../platform/query-client.ts'
import { show } from '../test/show.tsx'
import { type FileDetail, transcriptQuery, useTranscript } from './queries.ts'
import type { ReadTranscript } from './read-transcript.ts'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

type State = Pick<FileDetail, 'status' | 'transcript'>

function file(status: State['status'], block_count: number): State {
  return { status, transcript: { id: 1, block_count } } as State
}

function Page({ state }: { state: State }) {
  useTranscript(7, state)
  return null
}

/** Shows a page that has the text of a running analysis. */
async function open(status: string) {
  const known = { transcript: { id: 1, status, block_order: ['a'] }, blocks: { a: { uuid: 'a' } } }
  const { queryKey } = transcriptQuery(7)
  queryClient.setQueryData(queryKey, known as unknown as ReadTranscript)
  let requests = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    requests += 1
    return Response.json({ error: 'E_NOT_FOUND' }, { status: 404 })
  })
  const part = (state: State) => (
    <QueryClientProvider client={queryClient}>
      <Page state={state} />
    </QueryClientProvider>
  )
  const screen = await show(part(file('processing', 1)), 'transcripts')
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  return { requests: () => requests, change: (state: State) => screen.rerender(part(state)) }
}

it.each([
  ['the file is processed', file('processed', 1)],
  ['the file has more of it', file('processing', 2)],
])('text of a running analysis is read again when %s', async (_case, state) => {
  const { requests, change } = await open('processing')
  const before = requests()
  await change(state)
  await expect.poll(requests).toBeGreaterThan(before)
})

it('text of a running analysis is read again by a page that is opened', async () => {
  const { requests } = await open('processing')
  expect(requests()).toBeGreaterThan(0)
})

it('a complete transcript is kept when its file changes', async () => {
  const { requests, change } = await open('completed')
  await change(file('processed', 2))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(requests()).toBe(0)
})
