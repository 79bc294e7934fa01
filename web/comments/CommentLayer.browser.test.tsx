import { fileChannel } from '@kaiwa/contract/channels.ts'
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

it('a burst of changes fetches the comments once more', async () => {
  let fetched = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    fetched++
    return Response.json({ threads: [] })
  })
  const realtime = { key: 'test', cluster: null, host: null, port: null, tls: false, signs_in: false }
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
  const { queryKey } = commentsQuery(FILE)
  await expect.poll(() => queryClient.getQueryState(queryKey)?.fetchStatus).toBe('idle')
  expect(fetched).toBe(1)
  const channel = (await openRealtime()).channel(fileChannel(FILE))!
  for (let save = 0; save < 20; save++) channel.emit('comments-changed', { project_file_id: FILE })
  await expect.poll(() => fetched, { timeout: 5_000 }).toBeGreaterThan(1)
  await expect.poll(() => queryClient.getQueryState(queryKey)?.fetchStatus).toBe('idle')
  expect(fetched).toBe(2)
})
