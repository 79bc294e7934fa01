import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '@mantine/core'
import { removeFirstView } from '../platform/first-view.ts'
import { lazyPart } from '../platform/lazy-part.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { ListSkeleton } from '../ui/ListSkeleton.tsx'
import { Paginator } from '../ui/Paginator.tsx'
import { SortableHead } from '../ui/SortableHead.tsx'
import type { FolderTabProps } from '../tree/folder-page.ts'
import folderStyles from '../tree/Folder.module.css'
import { itemsToMove } from '../tree/moving.ts'
import { SearchBox } from '../ui/SearchBox.tsx'
import { EmptyFolder } from './EmptyFolder.tsx'
import { type FileListQuery, filesQuery } from './queries.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { TableContext } from './table-context.ts'
import {
  FILE_COLUMNS,
  orderAfterClick,
  SORTABLE,
  type SortColumn,
  sortDirection,
  useListParameters,
} from './list-parameters.ts'
import { useSelection } from './selection.ts'
import { FileRow } from './FileRow.tsx'
import styles from './FileTable.module.css'
import { FolderRow } from './FolderRow.tsx'

type Order = NonNullable<FileListQuery['order_by']>

interface TableProps {
  rows: readonly FileTableRow[]
  selected: readonly FileTableRow[]
  list: FileListQuery
  onSort: (order: Order) => void
}

const [NAME, ...FACTS] = SORTABLE

function isSortable(column: SortColumn | (typeof FILE_COLUMNS)[number]): column is SortColumn {
  return (SORTABLE as readonly string[]).includes(column)
}

/** About the number of rows in the tallest windows. */
const FIRST_ROWS = 20

/** The contents of a folder: folders first, then files with their progress (WS-20). */
function FileTable({ rows, selected, list, onSort }: TableProps) {
  const { t } = useTranslation('workspace')
  // The first rows are rendered immediately, the rest in idle time.
  const drawn = useDeferredValue(rows, rows.slice(0, FIRST_ROWS))
  const ids = useMemo(() => new Set(selected.map((row) => row.item_id)), [selected])
  return (
    <table
      className={styles.table}
      aria-label={t('files')}
      data-folders={rows.every((row) => row.is_project) || undefined}
    >
      <thead>
        <tr>
          {[NAME, ...FILE_COLUMNS, ...FACTS].map((column) =>
            isSortable(column) ? (
              <SortableHead
                key={column}
                label={t(`columns.${column}`)}
                column={column}
                direction={sortDirection(list.order_by, column)}
                onSort={() => onSort(orderAfterClick(list.order_by, column))}
              />
            ) : (
              <th key={column} scope="col" data-column={column}>
                {t(`columns.${column}`)}
              </th>
            ),
          )}
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

const MoveDialog = lazyPart(async () => (await import('../tree/MoveDialog.tsx')).MoveDialog)
const Home = lazyPart(
  async () => (await import('./home/Home.tsx')).Home,
  ['home'],
  <div className={folderStyles.home} />,
)
const NO_ROWS: readonly FileTableRow[] = []

/** The Files tab of a folder: the table of its contents with search, sorting, selection and moving. */
export function FilesTab({ project, addButton }: FolderTabProps) {
  const { t } = useTranslation('workspace')
  const { list, change } = useListParameters()
  const { data, error, refetch, isPlaceholderData } = useQuery(filesQuery(project.id, list))
  const { selected, choose, chooseAll, clear, read } = useSelection(data?.data ?? NO_ROWS)
  const [moving, setMoving] = useState(NO_ROWS)
  const [surface, setSurface] = useState<HTMLElement | null>(null)
  const table = useMemo(
    () => ({
      folderId: project.item_id,
      rows: read,
      onChoose: choose,
      onChooseAll: chooseAll,
      onClear: clear,
      onMove: setMoving,
    }),
    [project.item_id, read, choose, chooseAll, clear],
  )
  const hasRows = data !== undefined
  useEffect(() => {
    if (hasRows) removeFirstView()
  }, [hasRows])
  const isSearch = (list.query ?? '') !== ''
  return (
    <div className={folderStyles.surface} ref={setSurface}>
      <div className={folderStyles.view} data-home={project.is_root_item || undefined}>
        {project.is_root_item && <Home project={project} surface={surface} isHidden={isSearch} />}
        <div className={folderStyles.bar}>
          <SearchBox label={t('search')} value={list.query ?? ''} onSearch={(query) => change({ query, page: 1 })} />
          {selected.length > 0 && <SelectionBar rows={selected} onMove={setMoving} onClear={clear} />}
        </div>
        <div className={folderStyles.content} aria-busy={isPlaceholderData}>
          {data && data.data.length > 0 && (
            <TableContext value={table}>
              <FileTable
                rows={data.data}
                selected={selected}
                list={list}
                onSort={(order_by) => change({ order_by, page: 1 })}
              />
            </TableContext>
          )}
          {data && data.data.length === 0 && (
            <EmptyFolder project={project} query={list.query ?? ''}>
              {addButton}
            </EmptyFolder>
          )}
          {!data && (error ? <FailedState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />)}
        </div>
        {data && <Paginator current={data.current_page} last={data.last_page} onChange={(page) => change({ page })} />}
        {moving.length > 0 && (
          <MoveDialog
            moving={itemsToMove(moving, project.item_id)}
            title={
              moving.length === 1
                ? t('moveTitle', { name: moving[0]?.title })
                : t('moveRowsTitle', { count: moving.length })
            }
            onMoved={() => {
              setMoving(NO_ROWS)
              clear()
            }}
            onClose={() => setMoving(NO_ROWS)}
          />
        )}
      </div>
    </div>
  )
}
