import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/call.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import styles from './Admin.module.css'
import { AdminList } from './AdminList.tsx'
import { Details } from './Details.tsx'
import { FilterSelect } from './FilterSelect.tsx'
import { formatInstant } from './format.ts'
import type { Row } from './queries.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { useAction } from './use-action.ts'
import { useListAddress } from './use-list-address.ts'

type Request = Row<'listSubscriptionRequests'>
interface Asking {
  what: 'details' | 'approve' | 'reject'
  request: Request
}

const STATUSES = ['created', 'wait-setup', 'approved', 'rejected', 'all'] as const
const KINDS = { created: 'info', 'wait-setup': 'warn', approved: 'good', rejected: 'quiet' } as const

function addressOf({ postal_code, prefecture, city, address_1, address_2 }: Request): string {
  return [`〒${postal_code}`, `${prefecture}${city}${address_1}`, address_2].filter(Boolean).join(' ')
}

function DecisionDialog({
  request,
  isApproving,
  onClose,
}: {
  request: Request
  isApproving: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('admin')
  const input = { params: { requestId: request.id } }
  const approve = useAction(
    () => call('approveSubscriptionRequest', input),
    { done: t('requests.approved'), failed: t('requests.approveFailed') },
    onClose,
  )
  const reject = useAction(
    () => call('rejectSubscriptionRequest', input),
    { done: t('requests.rejected'), failed: t('requests.rejectFailed') },
    onClose,
  )
  const { mutate, isPending } = isApproving ? approve : reject
  const text = isApproving
    ? request.payment_type === 'credit_card'
      ? ('requests.approveCardText' as const)
      : ('requests.approveText' as const)
    : ('requests.rejectText' as const)
  return (
    <ConfirmDialog
      opened
      danger={!isApproving}
      title={t(isApproving ? 'requests.approveTitle' : 'requests.rejectTitle')}
      text={t(text, { company: request.company_name })}
      confirmLabel={t(isApproving ? 'requests.approve' : 'requests.reject')}
      isBusy={isPending}
      onConfirm={() => mutate(undefined)}
      onClose={onClose}
    />
  )
}

/** /admin/subscription-requests: those that wait for a decision, unless another status is chosen (ADMIN-17). */
export function RequestList() {
  const { t } = useTranslation('admin')
  const { filter, change } = useListAddress()
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = (): void => setAsking(null)
  const status = filter('status', STATUSES, 'created')
  const ask = (what: Asking['what']) => (request: Request) => setAsking({ what, request })
  return (
    <>
      <AdminList
        name="listSubscriptionRequests"
        title={t('pages.requests')}
        searchLabel={t('list.searchCompany')}
        filters={{ status }}
        controls={
          <FilterSelect
            label={t('list.status')}
            value={status}
            options={STATUSES.map((value) => ({
              value,
              label: value === 'all' ? t('list.all') : t(`requests.statuses.${value}`),
            }))}
            onChange={(value) => change({ status: value === 'created' ? '' : value })}
          />
        }
        columns={[
          {
            label: t('requests.company'),
            kind: 'wide',
            renderCell: (request) => (
              <>
                {request.company_name}
                <span className={styles.quiet}>{request.department_name}</span>
              </>
            ),
          },
          {
            label: t('requests.contact'),
            kind: 'wide',
            renderCell: (request) => (
              <>
                {request.contact_name}
                <span className={styles.quiet}>{request.contact_email}</span>
                <span className={styles.quiet}>{request.contact_phone}</span>
              </>
            ),
          },
          { label: t('requests.address'), kind: 'wide', renderCell: addressOf },
          { label: t('requests.plan'), kind: 'plain', renderCell: (request) => request.plan_name },
          {
            label: t('requests.paymentType'),
            kind: 'plain',
            renderCell: (request) => t(`paymentTypes.${request.payment_type}`),
          },
          {
            label: t('requests.status'),
            renderCell: (request) => (
              <StatusBadge kind={KINDS[request.status]}>{t(`requests.statuses.${request.status}`)}</StatusBadge>
            ),
          },
          { label: t('requests.created'), kind: 'plain', renderCell: (request) => formatInstant(request.created_at) },
        ]}
        nameOf={(request) => request.company_name}
        actionsOf={(request) => [
          { label: t('list.details'), onSelect: ask('details') },
          ...(request.can.approve ? [{ label: t('requests.approve'), onSelect: ask('approve') }] : []),
          ...(request.can.reject ? [{ label: t('requests.reject'), isDangerous: true, onSelect: ask('reject') }] : []),
        ]}
        exportAs="exportSubscriptionRequests"
      />
      {asking?.what === 'details' && (
        <Details
          title={asking.request.company_name}
          onClose={close}
          rows={[
            ['ID', asking.request.id],
            [t('requests.status'), t(`requests.statuses.${asking.request.status}`)],
            [t('requests.plan'), asking.request.plan_name],
            [t('requests.paymentType'), t(`paymentTypes.${asking.request.payment_type}`)],
            [t('requests.company'), asking.request.company_name],
            [t('requests.department'), asking.request.department_name],
            [t('requests.contact'), asking.request.contact_name],
            [t('requests.email'), asking.request.contact_email],
            [t('requests.phone'), asking.request.contact_phone],
            [t('requests.address'), addressOf(asking.request)],
            [t('requests.created'), formatInstant(asking.request.created_at)],
          ]}
        />
      )}
      {(asking?.what === 'approve' || asking?.what === 'reject') && (
        <DecisionDialog request={asking.request} isApproving={asking.what === 'approve'} onClose={close} />
      )}
    </>
  )
}
