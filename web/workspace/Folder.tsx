import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { Button } from '@mantine/core'
import { IconFolderPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../platform/toasts.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { Paginator } from '../ui/Paginator.tsx'
import { UploadArea } from '../uploads/UploadArea.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { EmptyFolder } from './EmptyFolder.tsx'
import { FileTable } from './FileTable.tsx'
import styles from './Folder.module.css'
import { NameDialog } from './NameDialog.tsx'
import { filesQuery } from './queries.ts'
import { SearchBox } from './SearchBox.tsx'
import { useCreateFolder } from './use-folder-changes.ts'
import { useFolderChannel } from './use-folder-channel.ts'
import { useListParameters } from './use-list-parameters.ts'

type Props = { project: Project; treeButton: ReactNode }

/** One folder: where one is, what one can do here, and the table of what is in it. */
export const Folder = ({ project, treeButton }: Props) => {
  const { t } = useTranslation('workspace')
  const { list, change } = useListParameters()
  const { data, error, refetch, isPlaceholderData } = useQuery(filesQuery(project.id, list))
  const [isNaming, setIsNaming] = useState(false)
  const createFolder = useCreateFolder()
  useFolderChannel(project.id)

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
              {newFolderButton}
              {uploadButton()}
            </div>
          </div>
          <div className={styles.bar}>
            <SearchBox value={list.query ?? ''} onSearch={(query) => change({ query, page: 1 })} />
          </div>
          <div className={styles.content} aria-busy={isPlaceholderData}>
            {data && data.data.length > 0 && (
              <FileTable rows={data.data} list={list} onSort={(order_by) => change({ order_by, page: 1 })} />
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
