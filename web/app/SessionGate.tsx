import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { lazyPage } from '../platform/lazy-page.tsx'
import type { LazyPage } from '../platform/lazy-page.tsx'
import { hasSignedOut, SignedIn, useSession } from '../platform/session.ts'
import { ShownTree, treeQuery } from '../platform/tree-query.ts'
import { withoutSuccess } from '../platform/without-success.ts'
import { ErrorScreen } from '../ui/ErrorScreen.tsx'
import { Loading } from '../ui/Loading.tsx'

const { Page: Frame, preload: preloadFrame } = lazyPage(() => import('./Frame.tsx'))

export { preloadFrame }

interface Props {
  /** The path of the route: another one is another page. */
  path: string
  page: LazyPage
  needs?: keyof AccountAbilities | undefined
}

/**
 * A page for signed-in users. Others are redirected to the sign-in page and back afterwards (AUTH-60). Users without
 * the required permission are redirected to the project list (ACC-02).
 */
export function SessionGate({ path, page: { Page, preload, Skeleton = Loading }, needs }: Props) {
  const { data, isError } = useSession()
  const tree = useQuery({ ...treeQuery, enabled: Boolean(data) })
  const { pathname, search, hash } = useLocation()
  // Loads the page's files in parallel with the session.
  void Promise.all([preloadFrame(), preload()]).catch(() => undefined)
  const cleanSearch = withoutSuccess(search)
  if (cleanSearch !== null) return <Navigate to={{ pathname, search: cleanSearch, hash }} replace />
  if (data === null) {
    const query = hasSignedOut() ? '' : `?redirect=${encodeURIComponent(pathname + search)}`
    return <Navigate to={`/login${query}`} replace />
  }
  // A failed reload keeps what is known: rights are read again whenever the server is back, and that may be too early.
  if ((isError && !data) || (tree.isError && !tree.data)) return <ErrorScreen />
  if (data === undefined || !tree.data) return <Loading />
  if (needs && !data.user.can[needs]) return <Navigate to="/projects" replace />
  return (
    <Suspense fallback={<Loading />}>
      <SignedIn value={data}>
        <ShownTree value={tree.data}>
          <Frame>
            {/* A boundary of its own for each page: with a common one, the page that is left would stay until the next one is loaded. */}
            <Suspense key={path} fallback={<Skeleton />}>
              <Page />
            </Suspense>
          </Frame>
        </ShownTree>
      </SignedIn>
    </Suspense>
  )
}
