import { fileChannel } from '@kaiwa/contract/channels.ts'
import type { ThreadSummary } from '@kaiwa/contract/comments.ts'
import { EditSession } from '@kaiwa/editor/edit-session.ts'
import { block, document as transcript } from '@kaiwa/transcript/test/factories.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { clientConfigQuery } from '../platform/client-config.ts'
import { queryClient } from '../platform/query-client.ts'
import { openRealtime } from '../platform/realtime/open-realtime.ts'
import { show } from '../test/show.tsx'
import { type OpenFile, OpenFileContext } from '../transcripts/open-file.ts'
import { CommentLayer } from './CommentLayer.tsx'
import { commentsQuery } from './queries.ts'

const FILE = 5

afterEach(async () => {
  ;(await openRealtime()).disconnect()
  queryClient.clear()
  vi.restoreAllMocks()
})

const realtime = { key: 'test', cluster: null, host: null, port: null, tls: false, signs_in: false }
const { queryKey } = commentsQuery(FILE)

function thread(id: number, excerpt: string): ThreadSummary {
  return { id, excerpt, time: id, block_uuid: 'A', start_offset: 0, end_offset: 2 } as ThreadSummary
}

/** The threads on the server, and the ids of each request; null for all. */
let stored: ThreadSummary[]
let failures: number
const requested: (number[] | null)[] = []

async function open(): Promise<(...ids: number[]) => void> {
  requested.length = 0
  failures = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : String(input), location.href)
    const ids = searchParams.has('thread_ids[]') ? searchParams.getAll('thread_ids[]').map(Number) : null
    requested.push(ids)
    if (failures-- > 0) return Response.json({ error: 'E_CONFLICT' }, { status: 409 })
    return Response.json({ threads: stored.filter(({ id }) => !ids || ids.includes(id)) })
  })
  queryClient.setQueryData(clientConfigQuery.queryKey, { realtime } as never)
  const session = new EditSession(transcript(block({ uuid: 'A', content: '来週の定例会議です' })))
  await show(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <OpenFileContext value={{ file: { id: FILE }, session } as OpenFile}>
          <CommentLayer view={null} />
        </OpenFileContext>
      </MemoryRouter>
    </QueryClientProvider>,
    'transcripts',
  )
  await expect.poll(() => queryClient.getQueryState(queryKey)?.fetchStatus).toBe('idle')
  expect(requested).toEqual([null])
  const channel = (await openRealtime()).channel(fileChannel(FILE))!
  return (...thread_ids) => channel.emit('comments-changed', { project_file_id: FILE, thread_ids })
}

function excerpts(): string[] | undefined {
  return queryClient.getQueryData(queryKey)?.threads.map(({ excerpt }) => excerpt)
}

it('a burst of changes fetches the changed threads once, and no others', async () => {
  stored = [thread(1, '一'), thread(2, '二'), thread(3, '三')]
  const publish = await open()
  stored = [thread(1, '一（未通知）'), thread(2, '二の変更'), thread(4, '四')]
  for (let save = 0; save < 20; save++) publish(2, 3)
  publish(4)
  await expect.poll(excerpts).toEqual(['一', '二の変更', '四'])
  expect(requested).toEqual([null, [2, 3, 4]])
})

it.each([
  ['after a request for the changed threads has failed', [1], 1, [[1]]],
  ['when more threads have changed than one request may name', Array.from({ length: 101 }, (_, n) => n), 0, []],
])('fetches all threads %s', async (_, ids, failed, before) => {
  stored = [thread(1, '一'), thread(2, '二')]
  const publish = await open()
  failures = failed
  stored = [thread(1, '一の変更'), thread(2, '二の変更')]
  publish(...ids)
  if (failed > 0) {
    await expect.poll(() => requested).toEqual([null, ...before])
    await expect.poll(() => queryClient.getQueryState(queryKey)?.fetchStatus).toBe('idle')
    publish(2)
  }
  await expect.poll(excerpts).toEqual(['一の変更', '二の変更'])
  expect(requested).toEqual([null, ...before, null])
})
