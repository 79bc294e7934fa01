import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { LazyPage } from '../platform/lazy-page.tsx'
import { hasSignedOut, SignedIn, useSession } from '../platform/session.ts'
import { ErrorScreen } from '../ui/ErrorScreen.tsx'
import { Loading } from '../ui/Loading.tsx'

/** The console for signed-in users, without the frame of the app. Others are redirected to the sign-in page and back. */
export function AdminGate({ page: { Page, preload } }: { page: LazyPage }) {
  const { data, isError } = useSession()
  const { pathname, search } = useLocation()
  void preload().catch(() => undefined)
  if (data === null) {
    const query = hasSignedOut() ? '' : `?redirect=${encodeURIComponent(pathname + search)}`
    return <Navigate to={`/login${query}`} replace />
  }
  if (isError && !data) return <ErrorScreen />
  if (data === undefined) return <Loading />
  return (
    <Suspense fallback={<Loading />}>
      <SignedIn value={data}>
        <Page />
      </SignedIn>
    </Suspense>
  )
}
