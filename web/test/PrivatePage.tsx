// Provides the identity and the tree of the query cache, as the gate of the private pages does.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SignedIn, useSession } from '../platform/session.ts'
import { ShownTree, treeQuery } from '../platform/tree-query.ts'

export function PrivatePage({ children }: { children: ReactNode }) {
  const { data } = useSession()
  const tree = useQuery({ ...treeQuery, enabled: false })
  return (
    <SignedIn value={data ?? null}>
      <ShownTree value={tree.data ?? null}>{children}</ShownTree>
    </SignedIn>
  )
}
