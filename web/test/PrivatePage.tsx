// Provides the identity of the query cache, as the gate of the private pages does.
import type { ReactNode } from 'react'
import { SignedIn, useSession } from '../platform/session.ts'

export function PrivatePage({ children }: { children: ReactNode }) {
  const { data } = useSession()
  return <SignedIn value={data ?? null}>{children}</SignedIn>
}
