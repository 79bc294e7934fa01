import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AccountArea } from '../accounts/mypage/AccountArea.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { CancelSection } from './CancelSection.tsx'
import { ContractSection } from './ContractSection.tsx'
import { HistorySection } from './HistorySection.tsx'
import { MembershipBanner } from './MembershipBanner.tsx'
import styles from './Payment.module.css'
import { PointSection } from './PointSection.tsx'
import { currentPaymentQuery } from './queries.ts'

/** /mypage/payment: contract, points, purchase history and cancellation, for the owner of the workspace. */
function PaymentPage() {
  const { t } = useTranslation('payment')
  const { data: payment, error, refetch } = useQuery(currentPaymentQuery)
  return (
    <AccountArea title={t('title')}>
      {payment ? (
        <>
          {payment.is_trial_provider && (
            <Alert color="yellow" variant="light">
              {t('trialProvider')}
            </Alert>
          )}
          {payment.subscription && <ContractSection payment={payment} subscription={payment.subscription} />}
          {(!payment.subscription || payment.subscription.trial_ends_at !== null) && (
            <MembershipBanner payment={payment} />
          )}
          {payment.subscription && payment.subscription.trial_ends_at === null && <PointSection payment={payment} />}
          <HistorySection />
          {payment.subscription?.plan === null && <CancelSection subscription={payment.subscription} />}
          <Anchor component={Link} to="/legal/commerce" size="sm" className={styles.link ?? ''}>
            {t('commerce')}
          </Anchor>
        </>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </AccountArea>
  )
}

export default PaymentPage
