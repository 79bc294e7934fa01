import type { PaymentHistory } from '@kaiwa/contract/payment.ts'
import { Button, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../accounts/profile/Card.tsx'
import { call } from '../platform/call.ts'
import { toast } from '../platform/toasts.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { ListSkeleton } from '../ui/ListSkeleton.tsx'
import { Paginator } from '../ui/Paginator.tsx'
import styles from './Payment.module.css'
import { japanDateTime } from '../billing/japan-date.ts'
import { historiesQuery } from './queries.ts'

function InvoiceLink({ row }: { row: PaymentHistory }) {
  const { t } = useTranslation('payment')
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('getPaymentInvoice', { params: { billingHistoryId: row.id } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: () => void toast.error(t('history.failed')),
  })
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={isPending}
      leftSection={<IconDownload size={14} aria-hidden="true" />}
      aria-label={`${t('history.download')} ${japanDateTime(row.action_date)}`}
      onClick={() => mutate()}
    >
      <span className={styles.wideOnly}>{t('history.invoice')}</span>
    </Button>
  )
}

/** Money or points that went back. Points that were used are negative, too. */
function isRefund(
  row: PaymentHistory,
): row is PaymentHistory & { billing_type: Exclude<PaymentHistory['billing_type'], 'use_point'> } {
  return row.billing_type !== 'use_point' && (row.money < 0 || row.point < 0)
}

function HistoryRow({ row, hasInvoices }: { row: PaymentHistory; hasInvoices: boolean }) {
  const { t, i18n } = useTranslation('payment')
  const number = new Intl.NumberFormat(i18n.language)
  // The sign is before the currency: `-¥1,100`.
  const yen = (amount: number) =>
    `${amount < 0 ? '-' : ''}${t('points.yen', { count: number.format(Math.abs(amount)) })}`
  const date = japanDateTime(row.action_date)
  const used =
    row.kind === null
      ? null
      : t('history.usedFor', {
          what: t(`points.consumables.${row.kind}`),
          amount: number.format(row.amount ?? 0),
          unit: t(`points.units.${row.kind}`),
        })
  return (
    <Table.Tr>
      <Table.Td className={`${styles.date} ${styles.wideOnly}`}>{date}</Table.Td>
      <Table.Td>
        {isRefund(row) ? t(`history.refunds.${row.billing_type}`) : t(`history.types.${row.billing_type}`)}
        {used !== null && (
          <Text size="xs" c="dimmed">
            {used}
          </Text>
        )}
        <Text className={`${styles.date} ${styles.narrowOnly}`} size="xs" c="dimmed">
          {date}
        </Text>
      </Table.Td>
      <Table.Td className={styles.number}>{row.money === 0 ? '–' : yen(row.money)}</Table.Td>
      <Table.Td className={styles.number}>{row.point === 0 ? '–' : number.format(row.point)}</Table.Td>
      {hasInvoices && <Table.Td>{row.invoice_id !== null && <InvoiceLink row={row} />}</Table.Td>}
    </Table.Tr>
  )
}

/** Money and points of the workspace, latest first, with invoices where there are any (BILL-17). */
export function HistorySection() {
  const { t } = useTranslation('payment')
  const [page, setPage] = useState(1)
  const { data, error, refetch, isPlaceholderData } = useQuery(historiesQuery(page))
  const hasInvoices = data?.data.some(({ invoice_id }) => invoice_id !== null) ?? false
  return (
    <Card title={t('history.title')}>
      {data?.data.length === 0 && data.current_page === 1 ? (
        <Text c="dimmed">{t('history.empty')}</Text>
      ) : data ? (
        <>
          <div className={styles.scroll} aria-busy={isPlaceholderData}>
            <Table className={`${styles.fitting} ${styles.whole}`} verticalSpacing="xs" aria-label={t('history.title')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th className={styles.wideOnly}>{t('history.date')}</Table.Th>
                  <Table.Th>{t('history.type')}</Table.Th>
                  <Table.Th className={styles.number}>{t('history.money')}</Table.Th>
                  <Table.Th className={styles.number}>{t('history.point')}</Table.Th>
                  {hasInvoices && <Table.Th>{t('history.invoice')}</Table.Th>}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.data.map((row) => (
                  <HistoryRow key={row.id} row={row} hasInvoices={hasInvoices} />
                ))}
              </Table.Tbody>
            </Table>
          </div>
          <Paginator current={data.current_page} last={data.last_page} onChange={setPage} />
        </>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Card>
  )
}
