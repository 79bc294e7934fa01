import { REQUEST_STATUS_CHOICES } from '@kaiwa/contract/admin-choices.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './Admin.module.css'
import { AdminList } from './AdminList.tsx'
import { FilterSelect } from './FilterSelect.tsx'
import { formatInstant } from './format.ts'
import type { Row } from './queries.ts'
import { addressOf, RequestDetails, RequestDialog, type RequestStep } from './RequestDialog.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { useListAddress } from './use-list-address.ts'
import { usePlanName } from './use-plan-name.ts'

type Request = Row<'listSubscriptionRequests'>
interface Asking {
  what: 'details' | RequestStep
  request: Request
}

const STATUSES = [...REQUEST_STATUS_CHOICES, 'all'] as const
const KINDS = { created: 'info', 'wait-setup': 'warn', approved: 'good', rejected: 'quiet' } as const

/** /admin/subscription-requests: those that wait for a decision, unless another status is chosen (ADMIN-17). */
export function RequestList() {
  const { t } = useTranslation('admin')
  const planName = usePlanName()
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
          { label: t('requests.plan'), kind: 'plain', renderCell: (request) => planName(request.plan_name) },
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
          ...(request.can.resend ? [{ label: t('requests.resend'), onSelect: ask('resend') }] : []),
          ...(request.can.withdraw
            ? [{ label: t('requests.withdraw'), isDangerous: true, onSelect: ask('withdraw') }]
            : []),
        ]}
        exportAs="exportSubscriptionRequests"
      />
      {asking?.what === 'details' && <RequestDetails request={asking.request} onClose={close} />}
      {asking && asking.what !== 'details' && (
        <RequestDialog request={asking.request} what={asking.what} onClose={close} />
      )}
    </>
  )
}
