import { SUBSCRIPTION_STATUSES } from '@kaiwa/contract/admin-choices.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Admin.module.css'
import { AdminList } from './AdminList.tsx'
import { BusinessDialog } from './BusinessDialog.tsx'
import { ContractConfirmation } from './ContractConfirmation.tsx'
import { FilterSelect } from './FilterSelect.tsx'
import { formatInstant } from './format.ts'
import { PlanDialog } from './PlanDialog.tsx'
import type { Row } from './queries.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { useListAddress } from './use-list-address.ts'
import { usePlanName } from './use-plan-name.ts'

type Subscription = Row<'listSubscriptions'>
interface Asking {
  what: 'plan' | 'business' | 'delete' | 'cancel' | 'restore'
  subscription: Subscription
}

const STATUSES = [...SUBSCRIPTION_STATUSES, 'all'] as const
const TYPES = ['all', '1', '2'] as const

function nameOfContract({ company, owner }: Subscription): string {
  return company ?? owner.name
}

function Status({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('admin')
  const { status, end_date: end, is_suspended: isSuspended, trial_ends_at: trial } = subscription
  return (
    <>
      <span className={styles.badges}>
        <StatusBadge kind={status === 'active' ? 'good' : 'quiet'}>{t(`subscriptions.statuses.${status}`)}</StatusBadge>
        {status === 'active' && end !== null && <StatusBadge kind="warn">{t('subscriptions.canceled')}</StatusBadge>}
        {isSuspended && <StatusBadge kind="bad">{t('subscriptions.suspended')}</StatusBadge>}
      </span>
      {trial !== null && (
        <span className={styles.quiet}>{t('subscriptions.trial', { date: formatInstant(trial) })}</span>
      )}
    </>
  )
}

/** /admin/subscriptions: active contracts, unless another status is chosen (ADMIN-17). */
export function SubscriptionList() {
  const { t } = useTranslation('admin')
  const planName = usePlanName()
  const { filter, change } = useListAddress()
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = (): void => setAsking(null)
  const status = filter('status', STATUSES, 'active')
  const type = filter('type', TYPES, 'all')
  const ask = (what: Asking['what']) => (subscription: Subscription) => setAsking({ what, subscription })
  const action = (isOffered: boolean, what: Asking['what'], label: string, isDangerous = false) =>
    isOffered ? [{ label, isDangerous, onSelect: ask(what) }] : []
  const changeOf = ({ change_plan: planned }: Subscription) =>
    planned &&
    t('subscriptions.changeFrom', {
      date: formatInstant(planned.from),
      plan: planned.plan_name === null ? t('subscriptions.noPlan') : planName(planned.plan_name),
      paymentType: t(`paymentTypes.${planned.payment_type}`),
    })
  return (
    <>
      <AdminList
        name="listSubscriptions"
        title={t('pages.subscriptions')}
        searchLabel={t('list.searchContract')}
        filters={{ status, ...(type === 'all' ? {} : { type }) }}
        controls={
          <>
            <FilterSelect
              label={t('list.status')}
              value={status}
              options={STATUSES.map((value) => ({
                value,
                label: value === 'all' ? t('list.all') : t(`subscriptions.statuses.${value}`),
              }))}
              onChange={(value) => change({ status: value === 'active' ? '' : value })}
            />
            <FilterSelect
              label={t('list.type')}
              value={type}
              options={TYPES.map((value) => ({
                value,
                label:
                  value === 'all' ? t('list.all') : t(`subscriptions.types.${value === '1' ? 'business' : 'personal'}`),
              }))}
              onChange={(value) => change({ type: value === 'all' ? '' : value })}
            />
          </>
        }
        columns={[
          {
            label: t('subscriptions.owner'),
            kind: 'wide',
            renderCell: (subscription) => (
              <>
                {nameOfContract(subscription)}
                <span className={styles.quiet}>{subscription.owner.email}</span>
              </>
            ),
          },
          {
            label: t('subscriptions.plan'),
            kind: 'plain',
            renderCell: ({ plan, type: kind }) => (
              <>
                {plan ? planName(plan.name) : t('subscriptions.noPlan')}
                <span className={styles.quiet}>{t(`subscriptions.types.${kind === 1 ? 'business' : 'personal'}`)}</span>
              </>
            ),
          },
          {
            label: t('subscriptions.paymentType'),
            kind: 'plain',
            renderCell: ({ payment_type: payment }) => t(`paymentTypes.${payment}`),
          },
          { label: t('subscriptions.status'), renderCell: (subscription) => <Status subscription={subscription} /> },
          { label: t('subscriptions.change'), kind: 'wide', renderCell: (row) => changeOf(row) ?? '–' },
          { label: t('subscriptions.start'), kind: 'plain', renderCell: (row) => formatInstant(row.start_date) },
          { label: t('subscriptions.end'), kind: 'plain', renderCell: (row) => formatInstant(row.end_date) },
        ]}
        nameOf={nameOfContract}
        actionsOf={({ can }) => [
          ...action(can.change_plan, 'plan', t('subscriptions.changePlan')),
          ...action(can.change_to_business, 'business', t('subscriptions.changeToBusiness')),
          ...action(can.delete_change, 'delete', t('subscriptions.deleteChange'), true),
          ...action(can.cancel, 'cancel', t('subscriptions.cancel'), true),
          ...action(can.restore, 'restore', t('subscriptions.restore')),
        ]}
        exportAs="exportSubscriptions"
      />
      {asking?.what === 'plan' && <PlanDialog subscription={asking.subscription} onClose={close} />}
      {asking?.what === 'business' && <BusinessDialog subscription={asking.subscription} onClose={close} />}
      {(asking?.what === 'delete' || asking?.what === 'cancel' || asking?.what === 'restore') && (
        <ContractConfirmation subscription={asking.subscription} what={asking.what} onClose={close} />
      )}
    </>
  )
}
