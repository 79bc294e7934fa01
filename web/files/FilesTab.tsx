import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Paginator } from '../ui/Paginator.tsx'
import type { FolderTabProps } from '../tree/folder-page.ts'
import { EmptyFolder } from './EmptyFolder.tsx'
import { FileTable } from './FileTable.tsx'
import styles from '../tree/Folder.module.css'
import { itemsToMove } from '../tree/moving.ts'
import { SearchBox } from '../ui/SearchBox.tsx'
import { filesQuery } from './queries.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { TableContext } from './table-context.ts'
import { useListParameters } from './use-list-parameters.ts'
import { useSelection } from './use-selection.ts'

const MoveDialog = lazyPart(async () => (await import('../tree/MoveDialog.tsx')).MoveDialog)
const NO_ROWS: readonly FileTableRow[] = []

/** The Files tab of a folder: the table of its contents with search, sorting, selection and moving. */
export function FilesTab({ project, addButton }: FolderTabProps) {
  const { t } = useTranslation('workspace')
  const { list, change } = useListParameters()
  const { data, error, refetch, isPlaceholderData } = useQuery(filesQuery(project.id, list))
  const { selected, choose, chooseAll, clear, read } = useSelection(data?.data ?? NO_ROWS)
  const [moving, setMoving] = useState(NO_ROWS)
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
  return (
    <>
      <div className={styles.bar}>
        <SearchBox label={t('search')} value={list.query ?? ''} onSearch={(query) => change({ query, page: 1 })} />
        {selected.length > 0 && <SelectionBar rows={selected} onMove={setMoving} onClear={clear} />}
      </div>
      <div className={styles.content} aria-busy={isPlaceholderData}>
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
        {!data && (error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Loading />)}
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
    </>
  )
}
