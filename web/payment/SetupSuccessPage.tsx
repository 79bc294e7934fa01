import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { ConfirmedPage } from './ConfirmedPage.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** /setup-payment/success: thanks for the registration of a card (BILL-24). */
function SetupSuccessPage() {
  const { t } = useTranslation('payment')
  const outcome = useConfirmation((session) => call('confirmSubscription', { body: { session_id: session } }))
  return <ConfirmedPage title={t('success.setupTitle')} text={t('success.setupText')} outcome={outcome} />
}

export default SetupSuccessPage
