import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useDeferredValue, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FileRow } from './FileRow.tsx'
import styles from './FileTable.module.css'
import { FolderRow } from './FolderRow.tsx'
import { orderAfterClick, SORTABLE, sortDirection } from './list-parameters.ts'
import type { FileListQuery } from './queries.ts'

type Order = NonNullable<FileListQuery['order_by']>
interface Props {
  rows: readonly FileTableRow[]
  selected: readonly FileTableRow[]
  list: FileListQuery
  onSort: (order: Order) => void
}

/** About the number of rows in the tallest windows. */
const FIRST_ROWS = 20

/** The contents of a folder: folders first, then files with their progress (WS-20). */
export function FileTable({ rows, selected, list, onSort }: Props) {
  const { t } = useTranslation('workspace')
  // The first rows are rendered immediately, the rest in idle time.
  const drawn = useDeferredValue(rows, rows.slice(0, FIRST_ROWS))
  const ids = useMemo(() => new Set(selected.map((row) => row.item_id)), [selected])
  return (
    <table className={styles.table} aria-label={t('files')}>
      <thead>
        <tr>
          {SORTABLE.map((column) => {
            const direction = sortDirection(list.order_by, column)
            return (
              <th key={column} scope="col" aria-sort={direction} data-column={column}>
                <UnstyledButton className={styles.sort} onClick={() => onSort(orderAfterClick(list.order_by, column))}>
                  {t(`columns.${column}`)}
                  {direction === 'ascending' && <IconArrowUp size={14} aria-hidden="true" />}
                  {direction === 'descending' && <IconArrowDown size={14} aria-hidden="true" />}
                </UnstyledButton>
              </th>
            )
          })}
          <th scope="col" data-column="menu">
            <VisuallyHidden>{t('columns.menu')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {drawn.map((row) =>
          row.is_project ? (
            <FolderRow key={row.item_id} folder={row} isSelected={ids.has(row.item_id)} />
          ) : (
            <FileRow key={row.item_id} file={row} query={list.query ?? ''} isSelected={ids.has(row.item_id)} />
          ),
        )}
      </tbody>
    </table>
  )
}
