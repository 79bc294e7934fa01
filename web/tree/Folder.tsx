import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { Button } from '@mantine/core'
import { IconFolderPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { lazyPart } from '../platform/lazy-part.tsx'
import { toast } from '../platform/toasts.ts'
import { ShareButton } from '../membership/sharing/ShareButton.tsx'
import { Loading } from '../ui/Loading.tsx'
import { panelOf, TabBar } from '../ui/TabBar.tsx'
import { UploadArea } from '../uploads/UploadArea.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { EmptyFolder } from '../files/EmptyFolder.tsx'
import { FilesTab } from '../files/FilesTab.tsx'
import styles from './Folder.module.css'
import { FOLDER_TABS, readTab, writeTab } from './folder-tabs.ts'
import { NameDialog } from '../ui/NameDialog.tsx'
import { useCreateFolder } from './use-folder-changes.ts'
import { useFolderChannel } from '../files/use-folder-channel.ts'
import { useOneTimeParameters } from './use-one-time-parameters.ts'

const FolderTags = lazyPart(async () => (await import('../tags/FolderTags.tsx')).FolderTags, ['tags'], <Loading />)
const FolderSpeakers = lazyPart(
  async () => (await import('../speakers/FolderSpeakers.tsx')).FolderSpeakers,
  ['speakers'],
  <Loading />,
)
const LABELS = { files: 'tabFiles', tags: 'tabTags', speakers: 'tabSpeakers' } as const

type Props = { project: Project; treeButton: ReactNode }

/** A folder: its path, actions, and views as tabs (WS-19). */
export const Folder = ({ project, treeButton }: Props) => {
  const { t } = useTranslation('workspace')
  const [search, setSearch] = useSearchParams()
  const tab = readTab(search)
  const [isNaming, setIsNaming] = useState(false)
  const createFolder = useCreateFolder()
  useFolderChannel(project.id)
  useOneTimeParameters()
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
          <div className={styles.tabs}>
            <TabBar
              name="folder"
              label={t('tabs')}
              tabs={FOLDER_TABS.map((id) => ({ id, label: t(LABELS[id]) }))}
              tab={tab}
              hasPanel
              onTab={(next) => setSearch((current) => writeTab(current, next))}
            />
          </div>
          <div className={styles.panel} {...panelOf('folder', tab)}>
            {tab === 'tags' && <FolderTags project={project} />}
            {tab === 'speakers' && <FolderSpeakers project={project} />}
            {tab === 'files' && (
              <FilesTab
                project={project}
                renderEmpty={(query) => (
                  <EmptyFolder project={project} query={query}>
                    {project.is_root_item ? newFolderButton : uploadButton({ variant: 'light' })}
                  </EmptyFolder>
                )}
              />
            )}
          </div>
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
