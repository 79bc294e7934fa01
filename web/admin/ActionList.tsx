import { OPERATOR_ACTIONS } from '@kaiwa/contract/admin-choices.ts'
import { useTranslation } from 'react-i18next'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import styles from './Admin.module.css'
import { AdminList } from './AdminList.tsx'
import { FilterSelect } from './FilterSelect.tsx'
import { formatInstant, formatNumber } from './format.ts'
import type { Row } from './queries.ts'
import { useListAddress } from './use-list-address.ts'
import { usePlanName } from './use-plan-name.ts'

type Action = Row<'listOperatorActions'>

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Each changed value with its name, before and after. */
function Changes({ action: { subject, before, after } }: { action: Action }) {
  const { t, i18n } = useTranslation('admin')
  const planName = usePlanName()
  /** The text at the path; `fallback` where there is none, as for values of an older version. */
  const textAt = (path: string, fallback: string) =>
    i18n.exists(`admin:${path}`) ? t(path as 'actions.values.email') : fallback
  const nameOf = (key: string) => textAt(`actions.values.${key}`, key)
  const valueOfNumber = (key: string, value: number) => {
    if (key === 'total') return formatYen(value, i18n.language)
    return key === 'point' || key === 'added' ? formatNumber(value, i18n.language) : String(value)
  }
  const valueOf = (key: string, value: Action['after'][string] | undefined) => {
    // A membership has no plan; a change to it is stored as an empty name.
    if ((key === 'plan' && value === null) || (key === 'change_plan' && value === '')) return t('subscriptions.noPlan')
    if (value === null || value === undefined || value === '') return t('actions.none')
    if (typeof value === 'boolean') return t(value ? 'actions.yes' : 'actions.no')
    if (typeof value === 'string' && INSTANT.test(value)) return formatInstant(value)
    if (typeof value === 'number') return valueOfNumber(key, value)
    if (key === 'plan' || key === 'change_plan') return planName(value)
    if (key === 'payment_type' || key === 'change_payment_type') return textAt(`paymentTypes.${value}`, value)
    if (key === 'status') return textAt(`${subject}s.statuses.${value}`, value)
    return value === 'changed' ? t('actions.changed') : value
  }
  return Object.keys(after).map((key) => (
    <span key={key} className={styles.quiet}>
      {t('labelled', {
        label: nameOf(key),
        value: [...(key in before ? [valueOf(key, before[key])] : []), valueOf(key, after[key])].join(' → '),
      })}
    </span>
  ))
}

/** /admin/operator-actions: the audit log. */
export function ActionList() {
  const { t } = useTranslation('admin')
  const { filter, change } = useListAddress()
  const values = ['all', ...OPERATOR_ACTIONS] as const
  const action = filter('action', values, 'all')
  return (
    <AdminList
      name="listOperatorActions"
      title={t('pages.actions')}
      searchLabel={t('list.searchAction')}
      filters={action === 'all' ? {} : { action }}
      controls={
        <FilterSelect
          label={t('actions.action')}
          value={action}
          options={values.map((value) => ({
            value,
            label: value === 'all' ? t('list.all') : t(`actions.names.${value}`),
          }))}
          onChange={(value) => change({ action: value === 'all' ? '' : value })}
        />
      }
      columns={[
        { label: t('actions.at'), kind: 'plain', renderCell: (row) => formatInstant(row.created_at) },
        {
          label: t('actions.operator'),
          kind: 'wide',
          renderCell: ({ operator }) =>
            operator ? (
              <>
                {operator.name}
                <span className={styles.quiet}>{operator.email}</span>
              </>
            ) : (
              t('actions.command')
            ),
        },
        { label: t('actions.action'), kind: 'plain', renderCell: (row) => t(`actions.names.${row.action}`) },
        { label: t('actions.subject'), kind: 'wide', renderCell: (row) => row.subject_name },
        { label: t('actions.change'), kind: 'wide', renderCell: (row) => <Changes action={row} /> },
      ]}
    />
  )
}
