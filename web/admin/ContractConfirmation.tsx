import { useTranslation } from 'react-i18next'
import { lastDayInJapan } from '../billing/japan-date.ts'
import { call } from '../platform/call.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import type { Row } from './queries.ts'
import { useAction } from './use-action.ts'

function lastDay(end: string | null): string {
  return end === null ? '' : lastDayInJapan(end)
}

interface Props {
  subscription: Row<'listSubscriptions'>
  what: 'delete' | 'cancel' | 'restore'
  onClose: () => void
}

/** Asks before a planned change is deleted, and before a contract is cancelled or restored. */
export function ContractConfirmation({ subscription, what, onClose }: Props) {
  const { t } = useTranslation('admin')
  const params = { subscriptionId: subscription.id }
  const deletion = useAction(
    () => call('deletePlanChange', { params }),
    { done: t('subscriptions.deleted'), failed: t('subscriptions.deleteFailed') },
    onClose,
  )
  const cancellation = useAction(
    () => call('toggleCancellation', { params, body: { is_canceled: false } }),
    {
      done: ({ end_date: end }) => t('subscriptions.canceledDone', { date: lastDay(end) }),
      failed: t('subscriptions.cancelFailed'),
    },
    onClose,
  )
  const restoring = useAction(
    () => call('toggleCancellation', { params, body: { is_canceled: true } }),
    { done: t('subscriptions.restored'), failed: t('subscriptions.restoreFailed') },
    onClose,
  )
  const { mutate, isPending } = { delete: deletion, cancel: cancellation, restore: restoring }[what]
  const label = ({ delete: 'deleteChange', cancel: 'cancel', restore: 'restore' } as const)[what]
  return (
    <ConfirmDialog
      opened
      danger={what !== 'restore'}
      title={t(`subscriptions.${label}`)}
      text={t(`subscriptions.${what}Text`, {
        name: subscription.company ?? subscription.owner.name,
        date: lastDay(subscription.end_on_cancellation),
      })}
      confirmLabel={t(`subscriptions.${label}`)}
      isBusy={isPending}
      onConfirm={() => mutate(undefined)}
      onClose={onClose}
    />
  )
}
