import { LIMITS } from '@kaiwa/contract/limits.ts'
import { Anchor, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatYen } from '@kaiwa/contract/format-yen.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { ListSkeleton } from '../ui/ListSkeleton.tsx'
import styles from './Admin.module.css'
import { formatNumber } from './format.ts'
import { dashboardQuery } from './queries.ts'

interface Figure {
  label: string
  value: string
  /** Further values. */
  notes?: readonly string[]
  to?: string
  isBad?: boolean
}

function FigureCard({ label, value, notes = [], to, isBad = false }: Figure) {
  return (
    <li className={styles.figure} data-bad={isBad || undefined}>
      {to === undefined ? (
        <span>{label}</span>
      ) : (
        <Anchor component={Link} to={to} underline="always">
          {label}
        </Anchor>
      )}
      <strong>{value}</strong>
      {notes.map((note) => (
        <span key={note} className={styles.quiet}>
          {note}
        </span>
      ))}
    </li>
  )
}

/** The figures that an operator looks at first. */
export function DashboardView() {
  const { t, i18n } = useTranslation('admin')
  const { t: common } = useTranslation()
  const { data, error, refetch } = useQuery(dashboardQuery)
  const number = (value: number) => formatNumber(value, i18n.language)
  const isMore = (value: number) => value >= LIMITS.adminCounted
  const cases = (value: number) =>
    t(isMore(value) ? 'dashboard.moreCases' : 'dashboard.cases', { number: number(value) })
  const people = (value: number) =>
    t(isMore(value) ? 'dashboard.morePeople' : 'dashboard.people', { number: number(value) })
  const of = (label: string, value: string) => t('labelled', { label, value })
  const totals = (value: number | null) => (value === null ? [] : [formatYen(value, i18n.language)])
  return (
    <main className={styles.content} id="content" tabIndex={-1}>
      <title>{`${t('pages.dashboard')} – ${common('appName')}`}</title>
      <Title order={1} size="h3">
        {t('pages.dashboard')}
      </Title>
      {data ? (
        <ul className={styles.figures}>
          <FigureCard
            label={t('dashboard.users')}
            value={people(data.users.today)}
            notes={[of(t('dashboard.month'), people(data.users.month))]}
            to="/admin/users"
          />
          <FigureCard
            label={t('dashboard.requests')}
            value={cases(data.requests_waiting)}
            to="/admin/subscription-requests"
          />
          <FigureCard
            label={t('dashboard.subscriptions')}
            value={cases(data.subscriptions_active)}
            to="/admin/subscriptions"
          />
          <FigureCard
            label={t('dashboard.due')}
            value={cases(data.invoices.due)}
            notes={totals(data.invoices.due_total)}
            to="/admin/invoices"
          />
          <FigureCard
            label={t('dashboard.overdue')}
            value={cases(data.invoices.overdue)}
            notes={totals(data.invoices.overdue_total)}
            to="/admin/invoices?due=overdue"
            isBad={data.invoices.overdue > 0}
          />
          <FigureCard
            label={t('dashboard.failed')}
            value={cases(data.invoices.failed)}
            to="/admin/invoices?status=failed"
            isBad={data.invoices.failed > 0}
          />
          <FigureCard
            label={t('dashboard.minutes')}
            value={number(data.minutes.today)}
            notes={[of(t('dashboard.month'), number(data.minutes.month))]}
          />
          <FigureCard
            label={t('dashboard.queue')}
            value={cases(data.queue.waiting + data.queue.processing)}
            notes={[
              of(t('dashboard.waiting'), cases(data.queue.waiting)),
              of(t('dashboard.processing'), cases(data.queue.processing)),
              of(t('dashboard.failedToday'), cases(data.queue.failed_today)),
            ]}
            isBad={data.queue.failed_today > 0}
          />
        </ul>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </main>
  )
}
