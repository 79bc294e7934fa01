import type { Speaker } from '@kaiwa/contract/speakers.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refreshSpeakers, speakersQuery } from './queries.ts'

beforeEach(() => vi.stubGlobal('document', { documentElement: { lang: 'ja' } }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Answers requests in order when the test says so. */
function holdRequests() {
  const held: ((name: string) => void)[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    () =>
      new Promise((resolve) => {
        held.push((name) => resolve(Response.json([{ id: 1, name }])))
      }),
  )
  return { held, begun: (count: number) => expect.poll(() => held.length).toBe(count) }
}

it('two changes during a request are followed by one more request', async () => {
  const client = new QueryClient()
  const requests = holdRequests()
  const first = refreshSpeakers(client, 7)
  await requests.begun(1)
  const others = [refreshSpeakers(client, 7), refreshSpeakers(client, 7)]
  requests.held[0]?.('old')
  await first
  await requests.begun(2)
  requests.held[1]?.('new')
  const names = (speakers: Speaker[] | undefined) => speakers?.map(({ name }) => name)
  expect((await Promise.all(others)).map(names)).toEqual([['new'], ['new']])
  expect(names(client.getQueryData(speakersQuery(7).queryKey))).toEqual(['new'])
  expect(requests.held).toHaveLength(2)
})
