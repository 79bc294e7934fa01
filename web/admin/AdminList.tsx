import { ActionIcon, Button, Menu, Table, Text, Title } from '@mantine/core'
import { IconDots, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { callFile } from '../platform/call.ts'
import { currentLanguage } from '../platform/i18n.ts'
import { saveFile } from '../platform/save-file.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { ListSkeleton } from '../ui/ListSkeleton.tsx'
import { Paginator } from '../ui/Paginator.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import styles from './Admin.module.css'
import { formatNumber } from './format.ts'
import { listQuery, type ListName, type Row } from './queries.ts'
import { useAction } from './use-action.ts'
import { useListAddress } from './use-list-address.ts'

export interface Column<T> {
  label: string
  /** `number` is aligned at the end; `wide` may break lines. */
  kind?: 'number' | 'plain' | 'wide'
  renderCell: (row: T) => ReactNode
}

export interface RowAction<T> {
  label: string
  isDangerous?: boolean
  onSelect: (row: T) => void
}

type ExportName =
  | 'exportUsers'
  | 'exportSubscriptionRequests'
  | 'exportSubscriptions'
  | 'exportInvoices'
  | 'exportPurchaseHistories'

interface Props<N extends ListName> {
  name: N
  title: string
  searchLabel: string
  /** Filters of the address, without query and page. */
  filters: Readonly<Record<string, string>>
  /** Fields to choose the filters. */
  controls: ReactNode
  columns: readonly Column<Row<N>>[]
  /** The name of a row, for its menu. */
  nameOf?: (row: Row<N>) => string
  actionsOf?: (row: Row<N>) => readonly RowAction<Row<N>>[]
  exportAs?: ExportName
}

function RowMenu<T>({ row, name, actions }: { row: T; name: string; actions: readonly RowAction<T>[] }) {
  const { t } = useTranslation('admin')
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('list.actionsOf', { name })}>
          <IconDots size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, isDangerous, onSelect }) => (
          <Menu.Item
            key={label}
            color={isDangerous === true ? 'var(--kaiwa-bad)' : undefined}
            onClick={() => onSelect(row)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function ExportButton({ name, filters }: { name: ExportName; filters: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('admin')
  const download = useAction(
    async () => {
      const query = { ...filters, language: currentLanguage() } as never
      const { content, name: fileName } = await callFile(name, { query })
      saveFile(content, fileName)
    },
    { done: null, failed: t('list.csvFailed') },
    () => undefined,
  )
  return (
    <Button
      className={styles.export ?? ''}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => download.mutate(undefined)}
    >
      {t('list.csv')}
    </Button>
  )
}

/** A list of the console: filters in the address, a table, and its pages. */
export function AdminList<N extends ListName>(props: Props<N>) {
  const { name, title, searchLabel, filters, controls, columns, nameOf, actionsOf, exportAs } = props
  const { t, i18n } = useTranslation('admin')
  const { t: common } = useTranslation()
  const { page, query, change, reset, isFiltered } = useListAddress()
  const asked = { ...filters, ...(query === '' ? {} : { query }) }
  const { data, error, refetch, isPlaceholderData } = useQuery(listQuery(name, { ...asked, page }))
  const rows = (data?.data ?? []) as readonly Row<N>[]
  const total = formatNumber(data?.total ?? 0, i18n.language)
  return (
    <main className={styles.content} id="content" tabIndex={-1}>
      <title>{`${title} – ${common('appName')}`}</title>
      <Title order={1} size="h3">
        {title}
      </Title>
      <div className={styles.bar}>
        <SearchBox label={searchLabel} value={query} onSearch={(words) => change({ query: words })} />
        {controls}
        {isFiltered && (
          <Button variant="subtle" onClick={reset}>
            {t('list.clear')}
          </Button>
        )}
        {exportAs && <ExportButton name={exportAs} filters={asked} />}
      </div>
      {data ? (
        <>
          {rows.length === 0 ? (
            <EmptyState title={t('list.none')} text={t('list.noneHelp')} />
          ) : (
            // A part that scrolls must be reachable by keyboard, and some lists have no buttons.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <div className={styles.table} aria-busy={isPlaceholderData} tabIndex={0} role="region" aria-label={title}>
              <Table verticalSpacing="xs">
                <Table.Thead>
                  <Table.Tr>
                    {columns.map(({ label, kind }) => (
                      <Table.Th key={label} className={kind === 'number' ? styles.number : undefined}>
                        {label}
                      </Table.Th>
                    ))}
                    {actionsOf && <Table.Td />}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((row) => (
                    <Table.Tr key={row.id}>
                      {columns.map(({ label, kind, renderCell }) => (
                        <Table.Td key={label} className={kind && styles[kind]}>
                          {renderCell(row)}
                        </Table.Td>
                      ))}
                      {actionsOf && (
                        <Table.Td>
                          <RowMenu row={row} name={nameOf?.(row) ?? String(row.id)} actions={actionsOf(row)} />
                        </Table.Td>
                      )}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          )}
          <div className={styles.foot}>
            <Text size="sm" c="dimmed" role="status">
              {data.is_total_exact
                ? t('list.count', { count: data.total, total })
                : `${t('list.countMore', { total })} ${t('list.more', { total })}`}
            </Text>
            <Paginator
              current={data.current_page}
              last={data.last_page}
              onChange={(next) => {
                change({ page: next === 1 ? '' : String(next) })
                document.querySelector('#content')?.scrollTo({ top: 0 })
              }}
            />
          </div>
        </>
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </main>
  )
}
