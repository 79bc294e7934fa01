// The route table. Each page is loaded as a separate file, together with the texts of its domains.
import { lazy, Suspense } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router'
import { REQUIRED_ABILITIES } from '../accounts/mypage/page-access.ts'
import { useFirstView } from '../platform/first-view.ts'
import { lazyPage } from '../platform/lazy-page.tsx'
import type { LazyPage } from '../platform/lazy-page.tsx'
import { lazyPart } from '../platform/lazy-part.tsx'
import { queryClient } from '../platform/query-client.ts'
import { wasSignedIn } from '../platform/session.ts'
import { treeQuery } from '../platform/tree-query.ts'
import { AdminGate } from './AdminGate.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { ErrorScreen } from '../ui/ErrorScreen.tsx'
import { SUPPORT_URL } from '../ui/links.ts'
import { Loading } from '../ui/Loading.tsx'
import { FilePageSkeleton, FolderPageSkeleton } from '../ui/PageSkeletons.tsx'
import { NotFoundPage } from '../ui/NotFoundPage.tsx'
import { preloadFrame, SessionGate } from './SessionGate.tsx'
import { RecordingCorner } from '../recording/screen/RecordingCorner.tsx'
import { useHasUploads } from '../uploads/has-uploads.ts'

const magicLink = lazyPage(() => import('../accounts/magic/OpenedPage.tsx'), ['magic'])
const guide = lazyPage(() => import('../guide/GuidePage.tsx'), ['guide'])
const legal = lazyPage(() => import('../guide/LegalPage.tsx'), ['guide'])
const emailOutcome = lazyPage(() => import('../accounts/change-email/EmailChangeOutcomePage.tsx'), ['changeEmail'])

function verifyOutcome() {
  return import('../accounts/VerifyOutcomePage.tsx')
}

const PUBLIC: Readonly<Record<string, LazyPage>> = {
  '/login': lazyPage(() => import('../accounts/LoginPage.tsx'), ['accounts']),
  '/login/google/callback': lazyPage(() => import('../accounts/google/CallbackPage.tsx'), ['google']),
  '/login/google/app': lazyPage(() => import('../accounts/google/AppPage.tsx'), ['google']),
  '/login/second-step': lazyPage(() => import('../accounts/two-factor/SecondStepPage.tsx'), ['twoFactor']),
  '/register': lazyPage(() => import('../accounts/RegisterPage.tsx'), ['accounts']),
  '/register/complete': lazyPage(() => import('../accounts/RegisterCompletePage.tsx'), ['accounts']),
  '/accounts/verify': lazyPage(() => import('../accounts/VerifyPage.tsx'), ['accounts']),
  '/accounts/verify/resend': lazyPage(() => import('../accounts/ResendPage.tsx'), ['accounts']),
  '/accounts/verify/:outcome': lazyPage(verifyOutcome, ['accounts']),
  '/accounts/verify/resend/:outcome': lazyPage(() => import('../accounts/ResendOutcomePage.tsx'), ['accounts']),
  '/reset-password': lazyPage(() => import('../accounts/passwords/RequestPage.tsx'), ['passwords']),
  '/reset-password/sent': lazyPage(() => import('../accounts/passwords/SentPage.tsx'), ['passwords']),
  '/reset-password/change': lazyPage(() => import('../accounts/passwords/ChangePage.tsx'), ['passwords']),
  '/reset-password/complete': lazyPage(() => import('../accounts/passwords/CompletePage.tsx'), ['passwords']),
  '/change-email/verify': lazyPage(() => import('../accounts/change-email/EmailChangeVerifyPage.tsx'), ['changeEmail']),
  '/change-email/resend': lazyPage(() => import('../accounts/change-email/EmailChangeResendPage.tsx'), ['changeEmail']),
  '/change-email/:matter/:outcome': emailOutcome,
  '/verify/magic-link': lazyPage(() => import('../accounts/magic/WaitingPage.tsx'), ['magic']),
  '/verify/login-magic': magicLink,
  '/verify/register-magic': magicLink,
  '/verify/join-project': lazyPage(() => import('../membership/sharing/JoinPage.tsx'), ['sharing']),
  '/verify/join-project/invite-member/:outcome': lazyPage(
    () => import('../membership/sharing/JoinOutcomePage.tsx'),
    ['sharing'],
  ),
  '/subscription-request': lazyPage(
    () => import('../applications/SubscriptionRequestPage.tsx'),
    ['applications', 'billing'],
  ),
  '/subscription-request/confirm': lazyPage(
    () => import('../applications/ConfirmPage.tsx'),
    ['applications', 'billing'],
  ),
  '/subscription-request/completed': lazyPage(() => import('../applications/CompletedPage.tsx'), ['applications']),
  '/application': lazyPage(() => import('../accounts/magic/ApplicationPage.tsx'), ['magic']),
  '/open': lazyPage(() => import('../app-shell/OpenPage.tsx'), ['appShell']),
  '/update': lazyPage(() => import('../app-shell/UpdatePage.tsx'), ['appShell']),
  '/setup-payment': lazyPage(() => import('../payment/SetupPage.tsx'), ['payment']),
  '/setup-payment/success': lazyPage(() => import('../payment/SetupSuccessPage.tsx'), ['payment']),
  '/payment/success': lazyPage(() => import('../payment/PaymentSuccessPage.tsx'), ['payment']),
  '/hubspot/callback': lazyPage(() => import('../crm/connection/CallbackPage.tsx'), ['crmConnection']),
  '/guide': guide,
  '/guide/:page': guide,
  '/legal/commerce': lazyPage(() => import('../guide/CommercePage.tsx'), ['guide']),
  '/terms': legal,
  '/privacy': legal,
}

// A page of the account area that does not exist yet shows 'not found'.
const notFound: LazyPage = { Page: NotFoundPage, preload: async () => ({ default: NotFoundPage }) }

const admin = lazyPage(() => import('../admin/AdminPage.tsx'), ['admin'])

const home = lazyPage(() => import('../tree/HomePage.tsx'), ['workspace', 'uploads'])
const PRIVATE: Readonly<Record<string, LazyPage>> = {
  ...Object.fromEntries(Object.keys(REQUIRED_ABILITIES).map((path) => [path, notFound])),
  '/': home,
  '/projects': home,
  '/mypage/member': lazyPage(() => import('../membership/members/MemberPage.tsx'), ['members']),
  '/mypage/usage': lazyPage(() => import('../membership/members/UsagePage.tsx'), ['members']),
  '/mypage/installation': lazyPage(() => import('../console/InstallationPage.tsx'), ['console']),
  '/mypage/payment': lazyPage(() => import('../payment/PaymentPage.tsx'), ['payment', 'billing']),
  '/mypage/hubspot-connect': lazyPage(() => import('../crm/connection/CooperationPage.tsx'), ['crmConnection']),
  '/mypage/profile': lazyPage(() => import('../accounts/profile/ProfilePage.tsx'), ['profile']),
  '/shared': lazyPage(() => import('../app-shell/SharedPage.tsx'), ['appShell', 'uploads', 'home']),
  '/search': lazyPage(() => import('../app-shell/SearchPage.tsx')),
  '/trash': lazyPage(() => import('../trash/TrashPage.tsx'), ['workspace', 'trash']),
  '/projects/:id': lazyPage(() => import('./FolderPage.tsx'), ['workspace', 'uploads'], FolderPageSkeleton),
  '/projects/:id/record': lazyPage(
    () => import('../recording/screen/RecordPage.tsx'),
    ['recording', 'workspace', 'transcripts'],
  ),
  '/record': lazyPage(() => import('../recording/screen/OpenRecordingsPage.tsx'), ['recording']),
  '/projects/:id/files/:projectFileId': lazyPage(
    () => import('./FilePage.tsx'),
    ['workspace', 'transcripts', 'player'],
    FilePageSkeleton,
  ),
}

/**
 * Starts loading the first page that matches an address, and then its data, before anything is rendered. Resolves when
 * the page itself is loaded.
 */
export async function preloadRoute({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Promise<void> {
  for (const [path, page] of Object.entries({ ...PUBLIC, ...PRIVATE })) {
    const match = matchPath(path, pathname)
    if (!match) continue
    const isPrivate = path in PRIVATE
    // A visitor without a session is led to the sign-in page; nothing is requested for them.
    const mayRead = !isPrivate || wasSignedIn()
    if (isPrivate && mayRead) void queryClient.prefetchQuery(treeQuery)
    const [{ default: Page }] = await Promise.all([page.preload(), isPrivate && preloadFrame()])
    // Errors are ignored: the component requests missing data again.
    if (mayRead) Page.prefetch?.(match.params, new URLSearchParams(search)).catch(() => undefined)
    return
  }
}

// Shows every shared UI part in each state. Development only, so that it is not in the production bundle.
const Gallery = import.meta.env.DEV ? lazy(() => import('../ui/gallery/GalleryPage.tsx')) : null

const UploadPanel = lazyPart(async () => (await import('../uploads/UploadPanel.tsx')).UploadPanel, ['uploads'])

// Shows running uploads on every page; the panel is loaded with the first upload.
function UploadCorner() {
  return useHasUploads() && <UploadPanel />
}

export function AppRoutes() {
  const { pathname } = useLocation()
  useFirstView(pathname)
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<Loading />}>
        <Routes>
          {Object.entries(PUBLIC).map(([path, { Page }]) => (
            <Route
              key={path}
              path={path}
              element={
                <>
                  {/* The session may expire while this page records. */}
                  <RecordingCorner />
                  <Page />
                </>
              }
            />
          ))}
          {Object.entries(PRIVATE).map(([path, page]) => (
            <Route
              key={path}
              path={path}
              element={<SessionGate path={path} page={page} needs={REQUIRED_ABILITIES[path]} />}
            />
          ))}
          <Route path="/admin/*" element={<AdminGate page={admin} />} />
          {Gallery && <Route path="/dev/gallery" element={<Gallery />} />}
          <Route path="/error" element={<ErrorScreen />} />
          {/* Former address of the guide, still linked from old mails. */}
          <Route path="/help" element={<Navigate to={SUPPORT_URL} replace />} />
          <Route path="/mypage" element={<Navigate to="/mypage/profile" replace />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
      <UploadCorner />
    </ErrorBoundary>
  )
}
