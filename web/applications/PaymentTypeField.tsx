import { Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clientConfigQuery } from '../platform/client-config.ts'
import styles from './Applications.module.css'

export const PAYMENT_TYPES = ['credit_card', 'monthly', 'yearly'] as const

interface Props {
  value: string
  error: string | null
  onChange: (value: string) => void
}

/** The payment types with their terms. Payment by card cannot be chosen where the installation has none. */
export function PaymentTypeField({ value, error, onChange }: Props) {
  const { t } = useTranslation('applications')
  const { data: config } = useQuery(clientConfigQuery)
  return (
    <Radio.Group value={value || null} onChange={onChange} error={error} aria-label={t('sections.payment')}>
      <div className={styles.payments}>
        {PAYMENT_TYPES.map((type) => {
          const isUnavailable = type === 'credit_card' && config?.card_payment === false
          return (
            <Radio.Card
              key={type}
              value={type}
              className={styles.choice}
              withBorder={false}
              disabled={isUnavailable}
              data-unavailable={isUnavailable || undefined}
            >
              <span className={styles.choiceHead}>
                <Radio.Indicator disabled={isUnavailable} />
                <span className={styles.choiceName}>{t(`payments.${type}`)}</span>
              </span>
              <span className={styles.terms}>{isUnavailable ? t('cardUnavailable') : t(`paymentTerms.${type}`)}</span>
            </Radio.Card>
          )
        })}
      </div>
    </Radio.Group>
  )
}
