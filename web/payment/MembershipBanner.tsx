import type { CurrentPayment } from '@kaiwa/contract/payment.ts'
import { TAX_PERCENT } from '@kaiwa/money/lines.ts'
import { taxOf } from '@kaiwa/money/tax.ts'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Card } from '../accounts/profile/Card.tsx'
import { call } from '../platform/call.ts'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { japanDate } from '../billing/japan-date.ts'
import { useProviderPage } from './use-provider-page.ts'

/** Sells a membership to a workspace without a contract or in its trial (BILL-16). */
export function MembershipBanner({ payment }: { payment: CurrentPayment }) {
  const { t, i18n } = useTranslation('payment')
  const checkout = useProviderPage(
    () => call('openMembershipCheckout', { body: { back_url: '/mypage/payment', is_app: 0 } }),
    t('checkoutFailed'),
  )
  const { membership_price: price } = payment
  const yen = (amount: number) => formatYen(amount, i18n.language)
  const trialEnd = payment.subscription?.trial_ends_at ?? null
  return (
    <Card title={t('none.title')}>
      <Stack gap="md" align="flex-start">
        {trialEnd !== null && <Text>{t('none.trialText', { date: japanDate(trialEnd) })}</Text>}
        <Text>{t('none.text', { total: yen(price + taxOf(price, TAX_PERCENT)), price: yen(price) })}</Text>
        <Text size="sm" c="dimmed">
          {t('none.terms')}
        </Text>
        {payment.card_reason !== null && (
          <Alert color="yellow" variant="light">
            {t(`reasons.${payment.card_reason}`)}
          </Alert>
        )}
        <Group gap="sm">
          <Button disabled={payment.card_reason !== null} loading={checkout.isPending} onClick={() => checkout.open()}>
            {t('none.buy')}
          </Button>
          <Button component={Link} to="/subscription-request" variant="default">
            {t('none.apply')}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
