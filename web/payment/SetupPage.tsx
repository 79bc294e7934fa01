import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { codeOf } from '../platform/api-error.ts'
import { call } from '../platform/call.ts'
import { InquiryButton } from '../ui/InquiryButton.tsx'
import { PublicFrame } from '../ui/PublicFrame.tsx'
import { useProviderPage } from './use-provider-page.ts'

/**
 * /setup-payment: the link of a mail, which leads to the provider's page for a card. It needs a click, because programs that
 * check mails open their links.
 */
function SetupPage() {
  const { t } = useTranslation('payment')
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const isInvoice = search.get('type') === 'invoice'
  const setup = useProviderPage(
    () => call('openSetupCheckout', { body: { token } }),
    t('checkoutFailed'),
    (error) => (codeOf(error) === 'E_CONFLICT' ? t('setup.busy') : null),
  )
  const isGone = token === '' || codeOf(setup.error) === 'E_NOT_FOUND'
  return (
    <PublicFrame title={t(isInvoice ? 'setup.invoiceTitle' : 'setup.title')}>
      <Stack gap="md" align="flex-start">
        {isGone ? (
          <>
            <Text role="alert">{t('setup.gone')}</Text>
            <InquiryButton />
          </>
        ) : (
          <>
            <Text>{t(isInvoice ? 'setup.invoiceText' : 'setup.text')}</Text>
            <Button loading={setup.isPending} onClick={() => setup.open()}>
              {t(isInvoice ? 'setup.pay' : 'setup.register')}
            </Button>
          </>
        )}
      </Stack>
    </PublicFrame>
  )
}

export default SetupPage
