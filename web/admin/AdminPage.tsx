import { OPERATOR_REASONS } from '@kaiwa/contract/admin-choices.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { ApiError, codeOf } from '../platform/api-error.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { NotFoundPage } from '../ui/NotFoundPage.tsx'
import { ActionList } from './ActionList.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { DashboardView } from './DashboardView.tsx'
import { ForbiddenPage, TwoFactorNeededPage } from './ForbiddenPage.tsx'
import { HistoryList } from './HistoryList.tsx'
import { InvoiceList } from './InvoiceList.tsx'
import { operatorQuery } from './queries.ts'
import { RequestList } from './RequestList.tsx'
import { SubscriptionList } from './SubscriptionList.tsx'
import { UserList } from './UserList.tsx'

const VIEWS: Readonly<Record<string, () => React.ReactNode>> = {
  '/admin': DashboardView,
  '/admin/users': UserList,
  '/admin/subscription-requests': RequestList,
  '/admin/subscriptions': SubscriptionList,
  '/admin/invoices': InvoiceList,
  '/admin/purchase-histories': HistoryList,
  '/admin/operator-actions': ActionList,
}

/** /admin and the pages below it. All are one file: an operator uses several of them. */
function AdminPage() {
  const { pathname } = useLocation()
  const { data: operator, error, refetch } = useQuery(operatorQuery)
  if (codeOf(error) === 'E_FORBIDDEN') {
    const reason = error instanceof ApiError ? error.body['reason'] : undefined
    return reason === OPERATOR_REASONS.twoFactor ? (
      <TwoFactorNeededPage onRetry={() => void refetch()} />
    ) : (
      <ForbiddenPage />
    )
  }
  if (error && !operator) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!operator) return <Loading />
  const View = VIEWS[pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname]
  return <AdminFrame operator={operator}>{View ? <View key={pathname} /> : <NotFoundPage />}</AdminFrame>
}

export default AdminPage
