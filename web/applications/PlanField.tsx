import type { Plan } from '@kaiwa/contract/plans.ts'
import { Radio, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { LIMIT_KINDS, monthlyFee } from './prices.ts'
import { usePlanName } from './use-plan-name.ts'
import styles from './Applications.module.css'

interface Props {
  plans: readonly Plan[]
  /** Decides which fee is shown; empty before a choice. */
  paymentType: string
  value: string
  error: string | null
  onChange: (value: string) => void
}

/** The plans as cards with fee and limits. */
export function PlanField({ plans, paymentType, value, error, onChange }: Props) {
  const { t, i18n } = useTranslation('applications')
  const planName = usePlanName()
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <Radio.Group value={value || null} onChange={onChange} error={error} aria-label={t('sections.plan')}>
      <div className={styles.plans}>
        {plans.map((plan) => (
          <Radio.Card key={plan.id} value={String(plan.id)} className={styles.choice} withBorder={false}>
            <span className={styles.choiceHead}>
              <Radio.Indicator />
              <span className={styles.choiceName}>{planName(plan.name)}</span>
            </span>
            <span className={styles.price}>
              {t('fee', { price: formatYen(monthlyFee(plan, paymentType), i18n.language) })}
              <small>{t('excludingTax')}</small>
            </span>
            <span className={styles.limits}>
              {LIMIT_KINDS.map((kind) => (
                <span key={kind}>
                  {t(`counted.${kind}`)} <span>{t(`amounts.${kind}`, { formatted: number.format(plan[kind]) })}</span>
                </span>
              ))}
            </span>
          </Radio.Card>
        ))}
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        {t('minimumPeriod')}
      </Text>
    </Radio.Group>
  )
}
