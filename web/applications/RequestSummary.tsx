import { readPhone, readPostalCode } from '@kaiwa/contract/company-fields.ts'
import type { Plan } from '@kaiwa/contract/plans.ts'
import { Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LegalSentence } from '../ui/LegalSentence.tsx'
import type { PAYMENT_TYPES } from './PaymentTypeField.tsx'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { LIMIT_KINDS, monthlyFee } from './prices.ts'
import { usePlanName } from './use-plan-name.ts'
import type { RequestValues } from './use-request-specs.ts'
import styles from './Applications.module.css'

type Rows = readonly (readonly [label: string, value: ReactNode])[]

function Part({ title, rows, children }: { title: string; rows?: Rows; children?: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h4" id={id} className={styles.legend ?? ''}>
        {title}
      </Title>
      {rows && (
        <dl className={styles.rows}>
          {rows.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </section>
  )
}

/** The entries as they will be stored: numbers are normalised. */
export function RequestSummary({ plan, values }: { plan: Plan; values: RequestValues }) {
  const { t, i18n } = useTranslation('applications')
  const planName = usePlanName()
  const { language } = i18n
  const number = new Intl.NumberFormat(language)
  const paymentType = values.payment_type as (typeof PAYMENT_TYPES)[number]
  const fee = monthlyFee(plan, paymentType)
  const priceOf = (yen: number) => t('priceExcludingTax', { price: formatYen(yen, language) })
  const entered = (name: keyof RequestValues) => values[name].trim() || t('none')
  const rowOf = (name: keyof RequestValues) => [t(`fields.${name}`), entered(name)] as const
  return (
    <>
      <Part
        title={t('sections.plan')}
        rows={[
          [t('fields.plan_id'), planName(plan.name)],
          [t('monthlyFee'), priceOf(fee)],
          ...(paymentType === 'yearly' ? ([[t('invoiceForYear'), priceOf(12 * fee)]] as const) : []),
          ...LIMIT_KINDS.map(
            (kind) => [t(`counted.${kind}`), t(`amounts.${kind}`, { formatted: number.format(plan[kind]) })] as const,
          ),
          [t('minimumPeriodLabel'), t('oneYear')],
        ]}
      />
      <Part title={t('sections.payment')} rows={[[t('fields.payment_type'), t(`payments.${paymentType}`)]]}>
        <Text size="sm" c="dimmed">
          {t(`paymentTerms.${paymentType}`)}
        </Text>
      </Part>
      <Part title={t('sections.company')} rows={[rowOf('company_name'), rowOf('department_name')]} />
      <Part
        title={t('sections.contact')}
        rows={[
          [t('contactName'), `${entered('contact_last_name')} ${entered('contact_first_name')}`],
          rowOf('contact_email'),
          [t('fields.contact_phone'), readPhone(values.contact_phone).value],
        ]}
      />
      <Part
        title={t('sections.address')}
        rows={[
          [t('fields.postal_code'), readPostalCode(values.postal_code).value],
          ...(['prefecture', 'city', 'address_1', 'address_2'] as const).map(rowOf),
        ]}
      />
      <Part title={t('sections.agreement')}>
        <Text size="sm">
          <LegalSentence text={t('agreed')} />
        </Text>
      </Part>
    </>
  )
}
