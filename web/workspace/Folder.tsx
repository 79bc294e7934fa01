import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { FileTableRow, Project } from '@kaiwa/contract/workspace.ts'
import { Button } from '@mantine/core'
import { IconFolderPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import { toast } from '../platform/toasts.ts'
import { ShareButton } from '../sharing/ShareButton.tsx'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Paginator } from '../ui/Paginator.tsx'
import { UploadArea } from '../uploads/UploadArea.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { EmptyFolder } from './EmptyFolder.tsx'
import { FileTable } from './FileTable.tsx'
import styles from './Folder.module.css'
import { cargoOf } from './moving.ts'
import { NameDialog } from './NameDialog.tsx'
import { filesQuery } from './queries.ts'
import { SearchBox } from './SearchBox.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { TableContext } from './table-context.ts'
import { useCreateFolder } from './use-folder-changes.ts'
import { useFolderChannel } from './use-folder-channel.ts'
import { useListParameters } from './use-list-parameters.ts'
import { useSelection } from './use-selection.ts'

const MoveDialog = lazyPart(async () => (await import('./MoveDialog.tsx')).MoveDialog)
const NO_ROWS: readonly FileTableRow[] = []

type Props = { project: Project; treeButton: ReactNode }

/** One folder: where one is, what one can do here, and the table of what is in it. */
export const Folder = ({ project, treeButton }: Props) => {
  const { t } = useTranslation('workspace')
  const { list, change } = useListParameters()
  const { data, error, refetch, isPlaceholderData } = useQuery(filesQuery(project.id, list))
  const [isNaming, setIsNaming] = useState(false)
  const createFolder = useCreateFolder()
  useFolderChannel(project.id)
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
  const handleNewFolder = (): void => {
    if (project.depth >= LIMITS.folderDepth) toast.error(t('maxDepth'))
    else setIsNaming(true)
  }
  const newFolderButton = project.can.create_folder && (
    <Button variant="default" leftSection={<IconFolderPlus size={16} aria-hidden="true" />} onClick={handleNewFolder}>
      {t('newFolder')}
    </Button>
  )

  return (
    <UploadArea projectId={project.id} canUpload={project.can.upload && !project.is_root_item}>
      {(uploadButton) => (
        <>
          <div className={styles.bar}>
            {treeButton}
            <Breadcrumb project={project} />
            <div className={styles.actions}>
              {project.can.view_members && (
                <ShareButton shared={{ itemId: project.item_id, name: project.name, isProject: true }} />
              )}
              {newFolderButton}
              {uploadButton()}
            </div>
          </div>
          <div className={styles.bar}>
            <SearchBox value={list.query ?? ''} onSearch={(query) => change({ query, page: 1 })} />
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
                {project.is_root_item ? newFolderButton : uploadButton({ variant: 'light' })}
              </EmptyFolder>
            )}
            {!data && (error ? <FailedState error={error} onRetry={() => void refetch()} /> : <Loading />)}
          </div>
          {data && (
            <Paginator current={data.current_page} last={data.last_page} onChange={(page) => change({ page })} />
          )}
          {moving.length > 0 && (
            <MoveDialog
              cargo={cargoOf(moving, project.item_id)}
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
          <NameDialog
            opened={isNaming}
            title={t('newFolder')}
            label={t('folderName')}
            submitLabel={t('create')}
            onSubmit={(name) => createFolder.mutateAsync({ parentItemId: project.item_id, name })}
            onClose={() => setIsNaming(false)}
          />
        </>
      )}
    </UploadArea>
  )
}
