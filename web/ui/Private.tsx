import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { LazyPage } from '../platform/lazy-page.tsx'
import { leftOnPurpose, useSession } from '../platform/session.ts'
import { withoutSuccess } from '../platform/without-success.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { Loading } from './Loading.tsx'

const loadFrame = () => import('./Frame.tsx')
const Frame = lazy(loadFrame)

/** A page for people who are signed in; everybody else goes to the sign-in page and back afterwards (AUTH-60). */
export const Private = ({ page: { Page, preload } }: { page: LazyPage }) => {
  const { data, isError } = useSession()
  const { pathname, search, hash } = useLocation()
  // The page's files and the question who is there travel at the same time.
  void Promise.all([loadFrame(), preload()]).catch(() => undefined)
  const clean = withoutSuccess(search)
  if (clean !== null) return <Navigate to={{ pathname, search: clean, hash }} replace />
  if (data === null) {
    const way = leftOnPurpose() ? '' : `?redirect=${encodeURIComponent(pathname + search)}`
    return <Navigate to={`/login${way}`} replace />
  }
  if (isError) return <ErrorScreen />
  if (data === undefined) return <Loading />
  return (
    <Suspense fallback={<Loading />}>
      <Frame>
        <Suspense fallback={<Loading />}>
          <Page />
        </Suspense>
      </Frame>
    </Suspense>
  )
}
