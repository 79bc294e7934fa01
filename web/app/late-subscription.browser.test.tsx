// A page requests its data before its channel is subscribed. Changes in between are not sent, so the data is read again.
import type { Identity } from '@kaiwa/contract/accounts.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chatsQuery } from '../assistant/queries.ts'
import { useChatsChannel } from '../assistant/use-chat-channel.ts'
import { settingQuery, useSummarySwitch } from '../assistant/use-summary-switch.ts'
import { usageQuery } from '../billing/queries.ts'
import { homeQuery, useHomeMessages } from '../files/home/queries.ts'
import { filesQuery, useFolderChannel } from '../files/queries.ts'
import { workspaceMembersQuery } from '../membership/members/queries.ts'
import { RightsWatch } from '../membership/sharing/RightsWatch.ts'
import { queryClient } from '../platform/query-client.ts'
import { disconnectRealtime } from '../platform/realtime/open-realtime.ts'
import { sessionQuery } from '../platform/session.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { speakersQuery } from '../speakers/queries.ts'
import { useKnownSpeakers } from '../speakers/use-speakers.ts'
import { tagsQuery, useTagEvents } from '../tags/queries.ts'
import { FakeSocket, startFakeRealtime } from '../test/fake-socket.ts'
import { PrivatePage } from '../test/PrivatePage.tsx'
import { show } from '../test/show.tsx'
import { fileQuery, useFileEvents } from '../transcripts/queries.ts'
import { trashQuery, useTrashChannel } from '../trash/queries.ts'

/** The state on the server. */
let title: string
beforeEach(() => {
  title = '変更前'
  startFakeRealtime({ isHeld: true })
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1 } } as Identity)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) =>
    Response.json(
      init?.method === 'POST' ? { auth: 'signature' } : { title, data: [], running: [], user: { id: 1 }, can: {} },
    ),
  )
})
afterEach(() => {
  disconnectRealtime()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The query of any of the pages. */
function anyQuery(query: object) {
  return query as UseQueryOptions<{ title: string }>
}

function showPage(page: ReactNode) {
  return show(
    <QueryClientProvider client={queryClient}>
      <PrivatePage>{page}</PrivatePage>
    </QueryClientProvider>,
  )
}

it.each([
  ['home', homeQuery, () => useHomeMessages(7)],
  ['list of files', filesQuery(7, {}), () => useFolderChannel(7)],
  ['file', fileQuery(7, 5), () => useFileEvents(7, 5, () => undefined)],
  ['list of tags', tagsQuery, () => useTagEvents(5)],
  ['list of tags of a folder', tagsQuery, () => useTagEvents(null)],
  ['trash', trashQuery(1), useTrashChannel],
  ['tree', treeQuery, RightsWatch],
  ['list of members', workspaceMembersQuery({ page: 1 }), RightsWatch],
  ['usage', usageQuery, RightsWatch],
  ['list of chats', chatsQuery({ projectId: 7, fileId: null }, 1), useChatsChannel],
  ['setting of summaries', settingQuery, useSummarySwitch],
] as const)('the %s shows a change that was made before its channel was subscribed', async (_, query, useMessages) => {
  function Page() {
    const { data } = useQuery(anyQuery(query))
    useMessages()
    return <p>{data?.title}</p>
  }
  const screen = await showPage(<Page />)
  await expect.element(screen.getByText('変更前')).toBeVisible()
  await expect.poll(() => FakeSocket.held.length).toBeGreaterThan(0)
  title = '変更後'
  FakeSocket.confirm()
  await expect.element(screen.getByText('変更後')).toBeVisible()
})

it('a transcript shows the name that a speaker got before the channel was subscribed', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) =>
    Response.json(init?.method === 'POST' ? { auth: 'signature' } : [{ id: 3, name: title }]),
  )
  await queryClient.fetchQuery(speakersQuery(7))
  function Page() {
    return <p>{useKnownSpeakers({ id: 5, project_id: 7 }).get(3)?.name}</p>
  }
  const screen = await showPage(<Page />)
  await expect.element(screen.getByText('変更前')).toBeVisible()
  await expect.poll(() => FakeSocket.held).toContain('private-project-7')
  title = '変更後'
  FakeSocket.confirm()
  await expect.element(screen.getByText('変更後')).toBeVisible()
})
