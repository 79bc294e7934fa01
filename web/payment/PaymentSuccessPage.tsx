import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { ConfirmedPage } from './ConfirmedPage.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** /payment/success: thanks for a purchase of points (BILL-25). */
function PaymentSuccessPage() {
  const { t } = useTranslation('payment')
  const outcome = useConfirmation((session) => call('addPoint', { body: { session_id: session } }))
  return <ConfirmedPage title={t('success.paidTitle')} text={t('success.paidText')} outcome={outcome} />
}

export default PaymentSuccessPage
