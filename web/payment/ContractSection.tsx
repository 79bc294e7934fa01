import { cardBrandName } from '@kaiwa/contract/card-brands.ts'
import { CONSUMABLES } from '@kaiwa/contract/consumables.ts'
import type { CurrentPayment } from '@kaiwa/contract/payment.ts'
import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../accounts/profile/Card.tsx'
import { call } from '../platform/call.ts'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { japanDate, lastDayInJapan } from '../billing/japan-date.ts'
import { InquiryButton } from '../ui/InquiryButton.tsx'
import styles from './Payment.module.css'
import { useTierName } from '../billing/use-tier-name.ts'
import { useProviderPage } from './use-provider-page.ts'

type Subscription = NonNullable<CurrentPayment['subscription']>

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** The contract of the workspace (BILL-12), with a link to change it (BILL-13). */
export function ContractSection({ payment, subscription }: { payment: CurrentPayment; subscription: Subscription }) {
  const { t, i18n } = useTranslation('payment')
  const planName = useTierName()
  const portal = useProviderPage(() => call('getBillingPortal'), t('contract.portalFailed'))
  const number = new Intl.NumberFormat(i18n.language)
  const { plan, change } = subscription
  const { card } = payment
  const isTrial = subscription.trial_ends_at !== null
  const paysByCard = subscription.payment_type === 'credit_card' && !isTrial && payment.card_reason === null
  const lacksCard = paysByCard && card === null
  return (
    <Card title={t('contract.title')}>
      {subscription.is_suspended && (
        <Alert color="red" variant="light" mb="md" role="alert">
          {t('contract.suspended')}
        </Alert>
      )}
      {lacksCard && (
        <Alert color="yellow" variant="light" mb="md">
          {t('contract.noCard')}
        </Alert>
      )}
      <dl className={styles.entries}>
        <Entry name={t('contract.plan')}>{plan ? planName(plan.name) : t('contract.membership')}</Entry>
        {!isTrial && (
          <>
            <Entry name={t('contract.fee')}>
              {t('contract.feePerMonth', { fee: formatYen(subscription.monthly_fee, i18n.language) })}
            </Entry>
            <Entry name={t('contract.type')}>
              <span>{t(`contract.types.${subscription.payment_type}`)}</span>
              <Text size="sm" c="dimmed">
                {t(`contract.terms.${subscription.payment_type}`)}
              </Text>
            </Entry>
          </>
        )}
        <Entry name={t('contract.start')}>{japanDate(subscription.start_date)}</Entry>
        {subscription.trial_ends_at !== null && (
          <Entry name={t('contract.trialEnd')}>{japanDate(subscription.trial_ends_at)}</Entry>
        )}
        {subscription.end_date !== null ? (
          <Entry name={t('contract.end')}>{lastDayInJapan(subscription.end_date)}</Entry>
        ) : (
          subscription.renewal_date !== null && (
            <Entry name={t('contract.renewal')}>
              {t('contract.renewalAt', { date: japanDate(subscription.renewal_date) })}
            </Entry>
          )
        )}
        <Entry name={t('contract.limits')}>
          <ul className={styles.limits}>
            {CONSUMABLES.map((kind) => (
              <li key={kind}>
                {t(`contract.limitTexts.${kind}`, { amount: number.format(subscription.limits[kind]) })}
              </li>
            ))}
          </ul>
        </Entry>
        {card && (
          <Entry name={t('contract.card')}>
            {t('contract.cardText', {
              brand: cardBrandName(card.brand),
              last4: card.last4,
              month: String(card.exp_month).padStart(2, '0'),
              year: String(card.exp_year),
            })}
          </Entry>
        )}
      </dl>
      {change && (
        <Alert variant="light" mt="md">
          {t('contract.nextPlan', {
            plan: change.plan_name === null ? t('contract.membership') : planName(change.plan_name),
            date: japanDate(change.from),
          })}
        </Alert>
      )}
      <Group mt="md" gap="sm" className={styles.actions ?? ''}>
        {plan && !isTrial && <InquiryButton>{t('contract.changeQuestion')}</InquiryButton>}
        {paysByCard && (
          <Button
            variant={subscription.is_suspended || lacksCard ? 'filled' : 'default'}
            loading={portal.isPending}
            onClick={() => portal.open()}
          >
            {t(lacksCard ? 'contract.registerCard' : 'contract.manageCard')}
          </Button>
        )}
      </Group>
    </Card>
  )
}
