import { INVOICE_STATUSES } from '@kaiwa/contract/admin-choices.ts'
import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { call } from '../platform/call.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import styles from './Admin.module.css'
import { AdminList } from './AdminList.tsx'
import { showFailed } from './failure.ts'
import { FilterSelect } from './FilterSelect.tsx'
import { asksForMoney, InvoiceDetails, useStatusText } from './InvoiceDetails.tsx'
import type { Row } from './queries.ts'
import { StatusBadge } from './StatusBadge.tsx'
import { useAction } from './use-action.ts'
import { useListAddress } from './use-list-address.ts'

type Invoice = Row<'listInvoices'>

const STATUSES = [...INVOICE_STATUSES, 'all'] as const
const KINDS = { pending: 'warn', paid: 'good', failed: 'bad' } as const

/** Today in Japan, as days of invoices are written. */
function todayInJapan(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date())
}

/** Downloads a file of this server. The answer is an attachment, so the page stays. */
function downloadFrom(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

function isOverdue({ status, due_date: due }: Invoice): boolean {
  return status === 'pending' && due < todayInJapan()
}

function PaidDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t, i18n } = useTranslation('admin')
  const { mutate, isPending } = useAction(
    () => call('markInvoicePaid', { params: { invoiceId: invoice.id } }),
    { done: t('invoices.marked'), failed: t('invoices.markFailed') },
    onClose,
  )
  return (
    <ConfirmDialog
      opened
      title={t('invoices.markPaid')}
      text={t('invoices.markPaidText', {
        number: invoice.invoice_number,
        total: formatYen(invoice.total, i18n.language),
      })}
      confirmLabel={t('invoices.markPaid')}
      isBusy={isPending}
      onConfirm={() => mutate(undefined)}
      onClose={onClose}
    />
  )
}

/** /admin/invoices: those that are not paid yet, unless another status is chosen (ADMIN-17). */
export function InvoiceList() {
  const { t, i18n } = useTranslation('admin')
  const statusText = useStatusText()
  const { filter, change } = useListAddress()
  const [asking, setAsking] = useState<{ what: 'details' | 'paid'; invoice: Invoice } | null>(null)
  const close = (): void => setAsking(null)
  const status = filter('status', STATUSES, 'pending')
  const due = filter('due', ['', 'overdue'], '')
  const pdf = useMutation({
    mutationFn: async (invoice: Invoice) => {
      const { url } = await call('getInvoicePdf', { params: { invoiceId: invoice.id } })
      downloadFrom(url)
    },
    onError: showFailed(t('invoices.pdfFailed')),
  })
  const yen = (value: number) => formatYen(value, i18n.language)
  return (
    <>
      <AdminList
        name="listInvoices"
        title={t('pages.invoices')}
        searchLabel={t('list.searchInvoice')}
        filters={{ status, ...(due === '' ? {} : { due }) }}
        controls={
          <>
            <FilterSelect
              label={t('list.status')}
              value={status}
              options={STATUSES.map((value) => ({
                value,
                label: value === 'all' ? t('list.all') : t(`invoices.statuses.${value}`),
              }))}
              onChange={(value) => change({ status: value === 'pending' ? '' : value })}
            />
            <Switch
              label={t('invoices.overdue')}
              checked={due === 'overdue'}
              onChange={(event) => change({ due: event.currentTarget.checked ? 'overdue' : '' })}
              mb={8}
            />
          </>
        }
        columns={[
          {
            label: t('invoices.number'),
            kind: 'plain',
            renderCell: (invoice) => (
              <>
                {invoice.invoice_number}
                {invoice.kind === 'return' && <span className={styles.quiet}>{t('invoices.returnInvoice')}</span>}
              </>
            ),
          },
          {
            label: t('invoices.company'),
            kind: 'wide',
            renderCell: ({ company }) => (
              <>
                {company.name}
                <span className={styles.quiet}>{company.contact_email}</span>
              </>
            ),
          },
          {
            label: t('invoices.status'),
            renderCell: (invoice) => (
              <span className={styles.badges}>
                <StatusBadge kind={asksForMoney(invoice) ? KINDS[invoice.status] : 'quiet'}>
                  {statusText(invoice)}
                </StatusBadge>
                {isOverdue(invoice) && <StatusBadge kind="bad">{t('invoices.isOverdue')}</StatusBadge>}
              </span>
            ),
          },
          { label: t('invoices.issued'), kind: 'plain', renderCell: (invoice) => invoice.issue_date },
          { label: t('invoices.due'), kind: 'plain', renderCell: (invoice) => invoice.due_date },
          { label: t('invoices.subtotal'), kind: 'number', renderCell: (invoice) => yen(invoice.subtotal) },
          { label: t('invoices.tax'), kind: 'number', renderCell: (invoice) => yen(invoice.tax) },
          { label: t('invoices.total'), kind: 'number', renderCell: (invoice) => yen(invoice.total) },
        ]}
        nameOf={(invoice) => invoice.invoice_number}
        actionsOf={(invoice) => [
          { label: t('list.details'), onSelect: () => setAsking({ what: 'details', invoice }) },
          ...(invoice.can.download ? [{ label: t('invoices.pdf'), onSelect: () => pdf.mutate(invoice) }] : []),
          ...(invoice.can.mark_paid
            ? [{ label: t('invoices.markPaid'), onSelect: () => setAsking({ what: 'paid', invoice }) }]
            : []),
        ]}
        exportAs="exportInvoices"
      />
      {asking?.what === 'details' && <InvoiceDetails invoice={asking.invoice} onClose={close} />}
      {asking?.what === 'paid' && <PaidDialog invoice={asking.invoice} onClose={close} />}
    </>
  )
}
