import { createUuid } from '@kaiwa/transcript/create-uuid.ts'
import type { FieldErrors } from '@kaiwa/contract/errors.ts'
import type { Plan } from '@kaiwa/contract/plans.ts'
import { PREFECTURES } from '@kaiwa/contract/prefectures.ts'
import { Alert, Anchor, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../platform/error-text.ts'
import { CheckField } from '../ui/form/CheckField.tsx'
import { SubmitButton } from '../ui/form/SubmitButton.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { LegalSentence } from '../ui/LegalSentence.tsx'
import { PaymentTypeField } from './PaymentTypeField.tsx'
import { PlanField } from './PlanField.tsx'
import { PostalCodeField } from './PostalCodeField.tsx'
import { readDraft, writeDraft } from './draft.ts'
import { addressAt } from './look-up-postal-code.ts'
import { validateRequest } from './request-calls.ts'
import { AGREED, useRequestSpecs } from './use-request-specs.ts'
import styles from './Applications.module.css'

/** A group of fields with a heading. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>{title}</legend>
      {children}
    </fieldset>
  )
}

interface Props {
  plans: readonly Plan[]
  initial: Readonly<Record<string, string>>
  /** Fields that the server refused when the application was sent. */
  initialErrors: FieldErrors
  onValid: () => void
}

/** The entries of an application. They are stored while they are typed, and validated by the server at the end. */
export function RequestForm({ plans, initial, initialErrors, onValid }: Props) {
  const { t } = useTranslation('applications')
  const [failure, setFailure] = useState<unknown>(null)
  const form = useForm(
    useRequestSpecs(initial),
    async (values) => {
      setFailure(null)
      await validateRequest(values)
      writeDraft({ values, requestId: createUuid() })
      onValid()
    },
    setFailure,
    initialErrors,
  )
  const { values, change } = form
  useEffect(() => writeDraft({ values, requestId: readDraft()?.requestId ?? null }), [values])
  const agreement = (name: 'term' | 'policy') => (
    <CheckField
      label={t(name === 'term' ? 'agreeTerms' : 'agreePolicy')}
      isChecked={values[name] === AGREED}
      onChange={(isChecked) => change({ [name]: isChecked ? AGREED : '' })}
    />
  )
  const choice = (name: 'plan_id' | 'payment_type') => {
    const { value, error } = form.field(name)
    return { value, error, onChange: (next: string) => change({ [name]: next }) }
  }
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <Stack gap="xl">
        <Section title={t('sections.plan')}>
          <PlanField {...choice('plan_id')} plans={plans} paymentType={values.payment_type} />
        </Section>
        <Section title={t('sections.payment')}>
          <PaymentTypeField {...choice('payment_type')} />
        </Section>
        <Section title={t('sections.company')}>
          <div className={styles.fields}>
            <TextInput {...form.field('company_name')} autoComplete="organization" withAsterisk />
            <TextInput {...form.field('department_name')} autoComplete="organization-title" />
          </div>
        </Section>
        <Section title={t('sections.contact')}>
          <div className={styles.fields}>
            <TextInput {...form.field('contact_last_name')} autoComplete="family-name" withAsterisk />
            <TextInput {...form.field('contact_first_name')} autoComplete="given-name" withAsterisk />
            <TextInput
              {...form.field('contact_email')}
              type="email"
              autoComplete="email"
              inputMode="email"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              withAsterisk
            />
            <TextInput
              {...form.field('contact_phone')}
              type="tel"
              autoComplete="tel-national"
              inputMode="tel"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={t('phoneHint')}
              withAsterisk
            />
          </div>
        </Section>
        <Section title={t('sections.address')}>
          <Stack gap="md">
            <PostalCodeField
              field={form.field('postal_code')}
              onPlace={(place) => change(addressAt(place, values.address_1))}
            />
            <div className={styles.fields}>
              <NativeSelect
                {...form.field('prefecture')}
                autoComplete="address-level1"
                data={[{ value: '', label: t('choose') }, ...PREFECTURES]}
                withAsterisk
              />
              <TextInput {...form.field('city')} autoComplete="address-level2" withAsterisk />
              <TextInput {...form.field('address_1')} autoComplete="address-line1" withAsterisk />
              <TextInput {...form.field('address_2')} autoComplete="address-line2" />
            </div>
          </Stack>
        </Section>
        <Section title={t('sections.agreement')}>
          <Stack gap="sm">
            <Text size="sm">
              <LegalSentence text={t('readTerms')} />
            </Text>
            <Text size="sm">
              <Anchor href="/legal/commerce" target="_blank" inherit underline="always">
                {t('commerce')}
              </Anchor>
            </Text>
            {agreement('term')}
            {agreement('policy')}
          </Stack>
        </Section>
        {failure !== null && (
          <Alert color="red" variant="light" role="alert" title={t('validateFailed')}>
            {errorText(failure)}
          </Alert>
        )}
        <SubmitButton form={form}>{t('toConfirm')}</SubmitButton>
      </Stack>
    </form>
  )
}
