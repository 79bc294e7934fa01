import type { Identity } from '@kaiwa/contract/accounts.ts'
import type { Tree } from '@kaiwa/contract/items.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { show } from '../test/show.tsx'
import { queryClient } from './query-client.ts'
import { endSession, onSessionEnd, sessionQuery, SignedIn, useSession, useSignedIn } from './session.ts'
import { ShownTree, treeQuery, useTree } from './tree-query.ts'

const IDENTITY = { user: { name: '田中 太郎' }, roles: [], is_set_password: true } as unknown as Identity
const TREE = { all_items: [{ name: '商談' }] } as unknown as Tree

// State outside of the query cache, which is reset when the session ends, as the uploads are.
let uploads = 3
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

onSessionEnd(() => {
  uploads = 0
  for (const listener of listeners) listener()
})

function Page() {
  const { user } = useSignedIn()
  const count = useSyncExternalStore(subscribe, () => uploads)
  const [folder] = useTree().all_items
  return <p>{`${user.name}: ${folder?.name} ${count}`}</p>
}

function Gate() {
  const { data } = useSession()
  const tree = useQuery({ ...treeQuery, enabled: Boolean(data) })
  if (!data || !tree.data) return <p>Signed out</p>
  return (
    <SignedIn value={data}>
      <ShownTree value={tree.data}>
        <Page />
      </ShownTree>
    </SignedIn>
  )
}

describe('a private page', () => {
  beforeEach(() => {
    uploads = 3
    queryClient.setQueryData(sessionQuery.queryKey, IDENTITY)
    queryClient.setQueryData(treeQuery.queryKey, TREE)
  })
  afterEach(() => queryClient.clear())

  it('AUTH-57 does not fail when it renders before the gate knows that the session has ended', async () => {
    const screen = await show(
      <QueryClientProvider client={queryClient}>
        <Gate />
      </QueryClientProvider>,
    )
    await expect.element(screen.getByText('田中 太郎: 商談 3')).toBeVisible()
    endSession({ onPurpose: false })
    await expect.element(screen.getByText('Signed out')).toBeVisible()
  })
})
