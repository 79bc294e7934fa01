// The session of an open page ends on the server: its sockets are closed, and its channels are refused.
import type { Identity } from '@kaiwa/contract/accounts.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../platform/query-client.ts'
import { disconnectRealtime } from '../../platform/realtime/open-realtime.ts'
import { currentSession, sessionQuery, SignedIn, useSession, watchSession } from '../../platform/session.ts'
import { FakeSocket, startFakeRealtime } from '../../test/fake-socket.ts'
import { show } from '../../test/show.tsx'
import { RightsWatch } from './RightsWatch.ts'

let stopWatching: () => void
beforeEach(() => {
  startFakeRealtime()
  localStorage.setItem('kaiwa.signed-in', '1')
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 1, settings: { locale: 'ja' } } } as Identity)
  stopWatching = watchSession()
})
afterEach(() => {
  stopWatching()
  disconnectRealtime()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Page() {
  const { data } = useSession()
  return (
    data && (
      <SignedIn value={data}>
        <RightsWatch />
      </SignedIn>
    )
  )
}

it.each([
  ['the account is disabled', 403, 'E_USER_DISABLED'],
  ['the session was ended elsewhere', 401, 'E_INVALID_ACCESS_TOKEN'],
])('an idle page is signed out when %s', async (_case, status, error) => {
  let hasEnded = false
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    hasEnded ? Response.json({ error }, { status }) : Response.json({ auth: 'signature' }),
  )
  await show(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
  await expect.poll(() => FakeSocket.last?.subscribed.has('private-user-1')).toBe(true)
  hasEnded = true
  FakeSocket.last?.dispatchEvent(new CloseEvent('close', { code: 4200 }))
  await expect.poll(currentSession).toBeNull()
})
