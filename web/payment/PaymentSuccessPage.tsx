import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { call } from '../platform/call.ts'
import { ConfirmedPage } from './ConfirmedPage.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** /payment/success: thanks for a purchase of points (BILL-25), or for the payment of an invoice by the link of a mail. */
function PaymentSuccessPage() {
  const { t } = useTranslation('payment')
  const [search] = useSearchParams()
  const isInvoice = search.get('type') === 'invoice'
  const outcome = useConfirmation((session) => call('addPoint', { body: { session_id: session } }))
  return (
    <ConfirmedPage
      title={t(isInvoice ? 'success.invoiceTitle' : 'success.paidTitle')}
      text={t(isInvoice ? 'success.invoiceText' : 'success.paidText')}
      outcome={outcome}
    />
  )
}

export default PaymentSuccessPage
