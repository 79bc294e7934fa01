import { BILLING_TYPE_CHOICES } from '@kaiwa/contract/admin-choices.ts'
import { isReturned } from '@kaiwa/contract/billing-row.ts'
import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import styles from './Admin.module.css'
import { AdminList } from './AdminList.tsx'
import { FilterSelect } from './FilterSelect.tsx'
import { formatInstant, formatNumber } from './format.ts'
import { useListAddress } from './use-list-address.ts'

const TYPES = ['all', ...BILLING_TYPE_CHOICES] as const

/** /admin/purchase-histories */
export function HistoryList() {
  const { t, i18n } = useTranslation('admin')
  const { filter, change } = useListAddress()
  const type = filter('billing_type', TYPES, 'all')
  return (
    <AdminList
      name="listPurchaseHistories"
      title={t('pages.histories')}
      searchLabel={t('list.searchOwner')}
      filters={type === 'all' ? {} : { billing_type: type }}
      controls={
        <FilterSelect
          label={t('list.type')}
          value={type}
          options={TYPES.map((value) => ({
            value,
            label: value === 'all' ? t('list.all') : t(`histories.types.${value}`),
          }))}
          onChange={(value) => change({ billing_type: value === 'all' ? '' : value })}
        />
      }
      columns={[
        { label: t('histories.created'), kind: 'plain', renderCell: (row) => formatInstant(row.created_at) },
        {
          label: t('histories.type'),
          kind: 'plain',
          renderCell: (row) => (
            <>
              {t(`histories.${isReturned(row) ? 'refunds' : 'types'}.${row.billing_type}`)}
              {row.kind && (
                <span className={styles.quiet}>{t(`histories.used.${row.kind}`, { amount: row.amount ?? 0 })}</span>
              )}
            </>
          ),
        },
        {
          label: t('histories.money'),
          kind: 'number',
          renderCell: ({ money }) => (money === 0 ? '–' : formatYen(money, i18n.language)),
        },
        { label: t('histories.points'), kind: 'number', renderCell: (row) => formatNumber(row.point, i18n.language) },
        {
          label: t('histories.invoice'),
          kind: 'plain',
          renderCell: ({ invoice_number: number }) =>
            number === null ? (
              '–'
            ) : (
              <Anchor component={Link} to={`/admin/invoices?status=all&query=${encodeURIComponent(number)}`} inherit>
                {number}
              </Anchor>
            ),
        },
        {
          label: t('histories.owner'),
          kind: 'wide',
          renderCell: ({ owner }) =>
            owner ? (
              <>
                {owner.email}
                <span className={styles.quiet}>{owner.name}</span>
              </>
            ) : (
              t('histories.deleted')
            ),
        },
      ]}
      exportAs="exportPurchaseHistories"
    />
  )
}
