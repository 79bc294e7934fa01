import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CallResult } from '../platform/call-types.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import styles from './Admin.module.css'
import { Details } from './Details.tsx'
import { formatInstant, formatNumber } from './format.ts'
import { invoiceDetailQuery, type Row } from './queries.ts'
import { usePlanName } from './use-plan-name.ts'

type Invoice = Row<'listInvoices'>

/** A return invoice, or one of 0 yen, is settled when it is issued: no money comes in. */
export function asksForMoney({ total }: Invoice): boolean {
  return total > 0
}

export function useStatusText() {
  const { t } = useTranslation('admin')
  return (invoice: Invoice) =>
    asksForMoney(invoice) ? t(`invoices.statuses.${invoice.status}`) : t('invoices.issuedOnly')
}

/** The lines of an invoice, which explain its amount. */
function InvoiceLines({ lines }: { lines: CallResult<'getInvoiceDetail'>['lines'] }) {
  const { t, i18n } = useTranslation('admin')
  const planName = usePlanName()
  const yen = (value: number) => formatYen(value, i18n.language)
  return (
    <Table verticalSpacing="xs" mt="md" aria-label={t('invoices.linesTitle')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('invoices.linesTitle')}</Table.Th>
          <Table.Th className={styles.number}>{t('invoices.amount')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => (
          <Table.Tr key={`${line.kind} ${line.from} ${line.plan_name ?? ''}`}>
            <Table.Td>
              {t(`invoices.lines.${line.kind}`, { plan: planName(line.plan_name ?? '') })}
              <span className={styles.quiet}>
                {t('range', { from: line.from, to: line.to })}
                <br />
                {`${formatNumber(line.quantity, i18n.language)} × ${yen(line.unit_price)}`}
              </span>
            </Table.Td>
            <Table.Td className={styles.number}>{yen(line.amount)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** All values of an invoice, and its lines. */
export function InvoiceDetails({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t, i18n } = useTranslation('admin')
  const statusText = useStatusText()
  const { data: detail, error, refetch } = useQuery(invoiceDetailQuery(invoice.id))
  const yen = (value: number) => formatYen(value, i18n.language)
  return (
    <Details
      title={invoice.invoice_number}
      onClose={onClose}
      rows={[
        [t('invoices.status'), statusText(invoice)],
        [t('invoices.company'), invoice.company.name],
        [t('invoices.contact'), invoice.company.contact_name],
        [t('invoices.email'), invoice.company.contact_email],
        [t('invoices.phone'), invoice.company.contact_phone],
        [t('invoices.paymentType'), t(`paymentTypes.${invoice.payment_type}`)],
        [t('invoices.issued'), invoice.issue_date],
        [t('invoices.due'), invoice.due_date],
        [t('invoices.period'), t('range', { from: invoice.start_date, to: invoice.end_date })],
        [t('invoices.subtotal'), yen(invoice.subtotal)],
        [t('invoices.tax'), yen(invoice.tax)],
        [t('invoices.total'), yen(invoice.total)],
        [t('invoices.mailedAt'), formatInstant(detail?.mailed_at)],
        [t('invoices.paidAt'), formatInstant(invoice.paid_at)],
        [t('invoices.priceId'), invoice.price_id],
        [t('invoices.prodId'), invoice.prod_id],
      ]}
    >
      {detail ? (
        <InvoiceLines lines={detail.lines} />
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Details>
  )
}
