import { Button, Group, NativeSelect, Radio, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { call } from '../platform/call.ts'
import { toast } from '../platform/toasts.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { choiceRule } from '../ui/form/value-rules.ts'
import { useForm } from '../ui/form/use-form.ts'
import { showFailed } from './failure.ts'
import { plansQuery, type Row } from './queries.ts'
import { usePlanName } from './use-plan-name.ts'

/** Value of the choice 'no plan'. */
const NO_PLAN = 'none'

/** When a change begins: in the current month or in the next (`from_this_cycle`). */
export function CycleChoice({ value, onChange }: { value: boolean; onChange: (isThisCycle: boolean) => void }) {
  const { t } = useTranslation('admin')
  return (
    <Radio.Group
      label={t('subscriptions.fromWhen')}
      value={value ? '1' : '0'}
      onChange={(next) => onChange(next === '1')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="0" label={t('subscriptions.nextCycle')} description={t('subscriptions.nextCycleHelp')} />
        <Radio value="1" label={t('subscriptions.thisCycle')} description={t('subscriptions.thisCycleHelp')} />
      </Stack>
    </Radio.Group>
  )
}

/**
 * The plans that can be chosen for a change in this month or the next, with their monthly fee under the payment type. `sameAt` finds the version
 * of a chosen plan that is sold in the other month: '' if there is none.
 */
export function usePlanOptions(
  isThisCycle: boolean,
  paymentType: Row<'listSubscriptions'>['payment_type'],
  audience?: 'business' | 'personal',
) {
  const { t, i18n } = useTranslation('admin')
  const planName = usePlanName()
  const { data: now } = useQuery(plansQuery(true))
  const { data: next } = useQuery(plansQuery(false))
  const plans = ((isThisCycle ? now : next) ?? []).filter(
    (plan) => audience === undefined || plan.audience === audience,
  )
  const options = [
    { value: '', label: t('subscriptions.choosePlan'), disabled: true },
    ...plans.map(({ id, name, audience: kind, monthly_price: monthly, yearly_price: yearly }) => ({
      value: String(id),
      label: t('subscriptions.planChoice', {
        plan: planName(name),
        type: t(`subscriptions.types.${kind}`),
        price: formatYen(paymentType === 'yearly' ? yearly : monthly, i18n.language),
      }),
    })),
  ]
  const sameAt = (chosen: string, isThis: boolean): string => {
    const plan = [...(now ?? []), ...(next ?? [])].find(({ id }) => String(id) === chosen)
    const same = plan && (isThis ? now : next)?.find(({ name }) => name === plan.name)
    return same ? String(same.id) : ''
  }
  return { options, sameAt }
}

/** Another plan for a contract, from this month or the next. */
export function PlanDialog({ subscription, onClose }: { subscription: Row<'listSubscriptions'>; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const { t: common } = useTranslation()
  const client = useQueryClient()
  // A business plan needs a company: without one, the change to business asks for it.
  const [isThisCycle, setIsThisCycle] = useState(false)
  const { options, sameAt } = usePlanOptions(
    isThisCycle,
    subscription.payment_type,
    subscription.company === null ? 'personal' : undefined,
  )
  const form = useForm(
    { plan_id: { rule: choiceRule, label: t('subscriptions.plan') } },
    async ({ plan_id: chosen }) => {
      await call('updateSubscription', {
        params: { subscriptionId: subscription.id },
        body: { plan_id: chosen === NO_PLAN ? null : Number(chosen), from_this_cycle: isThisCycle ? 1 : 0 },
      })
      toast.success(t('subscriptions.planChanged'))
      onClose()
      await client.invalidateQueries({ queryKey: ['admin'] })
    },
    showFailed(t('subscriptions.planChangeFailed')),
  )
  const changeCycle = (isThis: boolean): void => {
    setIsThisCycle(isThis)
    const { plan_id: chosen } = form.values
    if (chosen !== NO_PLAN) form.change({ plan_id: sameAt(chosen, isThis) })
  }
  return (
    <Dialog opened title={t('subscriptions.changePlan')} onClose={onClose}>
      <form onSubmit={form.handleSubmit} noValidate>
        <Stack gap="md">
          <NativeSelect
            {...form.field('plan_id')}
            data={[...options, { value: NO_PLAN, label: t('subscriptions.noPlan') }]}
            withAsterisk
            data-autofocus
          />
          <CycleChoice value={isThisCycle} onChange={changeCycle} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button type="submit" disabled={!form.canSubmit} loading={form.isSending}>
              {common('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
