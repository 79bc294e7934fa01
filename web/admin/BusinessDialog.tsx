import { readPhone, readPostalCode, type Reading } from '@kaiwa/contract/company-fields.ts'
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { PREFECTURES } from '@kaiwa/contract/prefectures.ts'
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import type { CallInput } from '../platform/call-types.ts'
import { toast } from '../platform/toasts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { emailRule, nameRule, type Rule } from '../ui/form/rules.ts'
import { choiceRule } from '../ui/form/value-rules.ts'
import { useForm } from '../ui/form/use-form.ts'
import styles from './Admin.module.css'
import { reasonText } from './failure.ts'
import { CycleChoice, usePlanOptions } from './PlanDialog.tsx'
import type { Row } from './queries.ts'

type Body = CallInput<'changeToBusiness'>['body']

function readRule(read: (text: string) => Reading, { min, max }: { min: number; max: number }): Rule {
  return (value) => {
    const { code } = read(value)
    if (code === undefined) return null
    if (code === 'required') return { key: 'required' }
    if (code === 'max') return { key: 'maxLength', values: { max } }
    return code === 'min' ? { key: 'minLength', values: { min } } : { key: 'format' }
  }
}

const phoneRule = readRule(readPhone, { min: LIMITS.phoneMin, max: LIMITS.phoneMax })
const postalRule = readRule(readPostalCode, { min: 7, max: 8 })
const optionalRule: Rule = (value) => (value.trim() === '' ? null : nameRule(value))

/** Company, contact, plan and payment of a contract that becomes one of a company. */
export function BusinessDialog({
  subscription,
  onClose,
}: {
  subscription: Row<'listSubscriptions'>
  onClose: () => void
}) {
  const { t } = useTranslation('admin')
  const { t: common } = useTranslation()
  const client = useQueryClient()
  const [isThisCycle, setIsThisCycle] = useState(false)
  const field = (name: keyof typeof labels, rule: Rule) => ({ rule, label: labels[name] })
  const labels = {
    company_name: t('subscriptions.form.company_name'),
    department_name: t('subscriptions.form.department_name'),
    contact_last_name: t('subscriptions.form.contact_last_name'),
    contact_first_name: t('subscriptions.form.contact_first_name'),
    contact_email: t('subscriptions.form.contact_email'),
    contact_phone: t('subscriptions.form.contact_phone'),
    postal_code: t('subscriptions.form.postal_code'),
    prefecture: t('subscriptions.form.prefecture'),
    city: t('subscriptions.form.city'),
    address_1: t('subscriptions.form.address_1'),
    address_2: t('subscriptions.form.address_2'),
  }
  const form = useForm(
    {
      plan_id: { rule: choiceRule, label: t('subscriptions.plan') },
      payment_type: { initial: 'monthly', rule: choiceRule, label: t('subscriptions.paymentType') },
      company_name: field('company_name', nameRule),
      department_name: field('department_name', optionalRule),
      contact_last_name: field('contact_last_name', nameRule),
      contact_first_name: field('contact_first_name', nameRule),
      contact_email: { ...field('contact_email', emailRule), initial: subscription.owner.email, kind: 'email' },
      contact_phone: field('contact_phone', phoneRule),
      postal_code: field('postal_code', postalRule),
      prefecture: field('prefecture', choiceRule),
      city: field('city', nameRule),
      address_1: field('address_1', nameRule),
      address_2: field('address_2', optionalRule),
    },
    async ({ plan_id: planId, ...values }) => {
      const body = { ...values, plan_id: Number(planId), from_this_cycle: isThisCycle ? 1 : 0 } as Body
      await call('changeToBusiness', { params: { subscriptionId: subscription.id }, body })
      toast.success(t('subscriptions.businessDone'))
      onClose()
      await client.invalidateQueries({ queryKey: ['admin'] })
    },
    // The server's reason is used if there is one (ADMIN-31).
    (error) => toast.error(reasonText(error) ?? t('subscriptions.businessFailed')),
  )
  const paymentType = form.values.payment_type === 'yearly' ? 'yearly' : 'monthly'
  const { options, sameAt } = usePlanOptions(isThisCycle, paymentType, 'business')
  const changeCycle = (isThis: boolean): void => {
    setIsThisCycle(isThis)
    form.change({ plan_id: sameAt(form.values.plan_id, isThis) })
  }
  const text = (name: keyof typeof labels) => <TextInput {...form.field(name)} autoComplete="off" />
  return (
    <Dialog opened title={t('subscriptions.changeToBusiness')} size="lg" onClose={onClose}>
      <form onSubmit={form.handleSubmit} noValidate>
        <Stack gap="md">
          <div className={styles.pair}>
            <NativeSelect {...form.field('plan_id')} data={options} data-autofocus />
            <NativeSelect
              {...form.field('payment_type')}
              data={(['monthly', 'yearly'] as const).map((value) => ({ value, label: t(`paymentTypes.${value}`) }))}
            />
          </div>
          <CycleChoice value={isThisCycle} onChange={changeCycle} />
          <div className={styles.pair}>
            {text('company_name')}
            {text('department_name')}
          </div>
          <div className={styles.pair}>
            {text('contact_last_name')}
            {text('contact_first_name')}
          </div>
          <div className={styles.pair}>
            {text('contact_email')}
            {text('contact_phone')}
          </div>
          <div className={styles.pair}>
            {text('postal_code')}
            <NativeSelect
              {...form.field('prefecture')}
              data={[{ value: '', label: t('subscriptions.choosePlan'), disabled: true }, ...PREFECTURES]}
            />
          </div>
          <div className={styles.pair}>
            {text('city')}
            {text('address_1')}
          </div>
          {text('address_2')}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" disabled={!form.canSubmit} loading={form.isSending}>
              {t('subscriptions.changeToBusiness')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
