import { LIMITS } from '@kaiwa/contract/limits.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { Button } from '@mantine/core'
import { IconFolderPlus } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../platform/toasts.ts'
import { panelOf, TabBar } from '../ui/TabBar.tsx'
import { lazyPart } from '../platform/lazy-part.tsx'
import { UploadArea } from '../uploads/UploadArea.tsx'
import { NameDialog } from '../ui/NameDialog.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import styles from './Folder.module.css'
import { folderPage } from './folder-page.ts'
import { readTab, writeTab } from './folder-tabs.ts'
import { useCreateFolder } from './use-folder-changes.ts'
import { refreshFiles } from './queries.ts'

// One-time parameters of the URL, which are applied and then removed (UI-10).
const ONCE = ['refresh', 'success']

const NoPlanNotice = lazyPart<object>(
  async () => (await import('../payment/NoPlanNotice.tsx')).NoPlanNotice,
  ['payment'],
)

/** Applies the one-time parameters of a folder's URL. */
function useOneTimeParameters(): void {
  const client = useQueryClient()
  const [search, setSearch] = useSearchParams()
  const once = ONCE.filter((key) => search.has(key)).join(' ')
  useEffect(() => {
    if (once === '') return
    if (once.includes('refresh')) void refreshFiles(client)
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        for (const key of ONCE) next.delete(key)
        return next
      },
      { replace: true },
    )
  }, [client, once, setSearch])
}

interface Props {
  project: Project
  treeButton: ReactNode
}

/** A folder: its path, actions, and views as tabs (WS-19). */
export function Folder({ project, treeButton }: Props) {
  const { t } = useTranslation('workspace')
  const [search, setSearch] = useSearchParams()
  const tabs = folderPage.tabs.list()
  const tab = readTab(search, tabs)
  const [isNaming, setIsNaming] = useState(false)
  const createFolder = useCreateFolder()
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
    <UploadArea folder={project.id} canUpload={project.can.upload && !project.is_root_item}>
      {(uploadButton) => (
        <>
          {folderPage.subscriptions.list().map(({ id, Subscription }) => (
            <Subscription key={id} project={project} />
          ))}
          <div className={styles.bar}>
            {treeButton}
            <Breadcrumb project={project} />
            <div className={styles.actions}>
              {folderPage.actions.list().map(({ id, Action }) => (
                <Action key={id} project={project} />
              ))}
              {newFolderButton}
              {uploadButton()}
            </div>
          </div>
          {project.is_root_item && <NoPlanNotice />}
          {folderPage.notices.list().map(({ id, Notice }) => (
            <Notice key={id} project={project} />
          ))}
          <div className={styles.tabs}>
            <TabBar
              name="folder"
              label={t('tabs')}
              tabs={tabs.map(({ id, label }) => ({ id, label: t(label) }))}
              tab={tab?.id ?? ''}
              hasPanel
              onTab={(next) => setSearch((current) => writeTab(current, tabs, next))}
            />
          </div>
          <div className={styles.panel} {...panelOf('folder', tab?.id ?? '')}>
            {tab && (
              <tab.Tab
                key={tab.id}
                project={project}
                addButton={project.is_root_item ? newFolderButton : uploadButton({ variant: 'light' })}
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
