import { Anchor, NativeSelect, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { AccountArea } from '../../accounts/mypage/AccountArea.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Paginator } from '../../ui/Paginator.tsx'
import styles from './Members.module.css'
import { memberUsageQuery } from './queries.ts'

const MB_PER_GB = 1024
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** /mypage/usage: usage by person and month. */
function UsagePage() {
  const { t, i18n } = useTranslation('members')
  const [search, setSearch] = useSearchParams()
  const asked = search.get('month') ?? ''
  const month = MONTH.test(asked) ? asked : undefined
  const page = Math.max(1, Number(search.get('page')) || 1)
  const { data, error, refetch, isPlaceholderData } = useQuery(
    memberUsageQuery({ page, ...(month === undefined ? {} : { month }) }),
  )
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 })
  const show = (next: string | undefined, number_: number): void =>
    setSearch({ ...(next === undefined ? {} : { month: next }), ...(number_ === 1 ? {} : { page: String(number_) }) })
  return (
    <AccountArea title={t('usage')}>
      {data ? (
        <>
          <div className={styles.bar}>
            <NativeSelect
              label={t('month')}
              value={month ?? data.cycles[0] ?? ''}
              onChange={(event) => show(event.currentTarget.value, 1)}
              data={data.cycles.map((cycle) => ({ value: cycle, label: cycle.replace('-', '/') }))}
            />
            <Anchor component={Link} to="/mypage/usage" underline="always">
              {t('thisMonth')}
            </Anchor>
          </div>
          <div className={styles.table} aria-busy={isPlaceholderData}>
            <Table verticalSpacing="xs">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('name')}</Table.Th>
                  <Table.Th className={styles.number}>{t('minutes')}</Table.Th>
                  <Table.Th className={styles.number}>{t('storage')}</Table.Th>
                  <Table.Th className={styles.number}>{t('chats')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.usage.data.map((row) => (
                  <Table.Tr key={row.user_id}>
                    <Table.Td>{row.user.name}</Table.Td>
                    <Table.Td className={styles.number}>{number.format(row.minute)}</Table.Td>
                    <Table.Td className={styles.number}>{number.format(row.storage / MB_PER_GB)}</Table.Td>
                    <Table.Td className={styles.number}>{number.format(row.chat)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          <Paginator
            current={data.usage.current_page}
            last={data.usage.last_page}
            onChange={(next) => show(month, next)}
          />
        </>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </AccountArea>
  )
}

export default UsagePage
