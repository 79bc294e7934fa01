import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router'
import { Button, Text, Title } from '@mantine/core'
import { codeOf } from '../platform/api-error.ts'
import type { Prefetch } from '../platform/lazy-page.tsx'
import { queryClient } from '../platform/query-client.ts'
import { loadSession } from '../platform/session.ts'
import { useTree } from '../platform/tree-query.ts'
import { toast } from '../platform/toasts.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { FolderBodySkeleton } from '../ui/PageSkeletons.tsx'
import styles from '../ui/Screen.module.css'
import { findFolder } from './find-folder.ts'
import { Folder } from './Folder.tsx'
import { folderPage } from './folder-page.ts'
import { readTab } from './folder-tabs.ts'
import { projectQuery } from './queries.ts'
import { TreeFrame } from './TreeFrame.tsx'

/** Shown to a user who cannot see the folder and has no other folder to open (WS-14). */
function NoAccessScreen() {
  const { t } = useTranslation('workspace')
  const common = useTranslation().t
  return (
    <main className={styles.screen} id="content">
      <title>{`${t('noAccessTitle')} – ${common('appName')}`}</title>
      <Title order={1} size="h3">
        {t('noAccessTitle')}
      </Title>
      <Text c="dimmed">{t('noAccessText')}</Text>
      <Button component={Link} to="/projects">
        {common('toProjects')}
      </Button>
    </main>
  )
}

// A folder that is not visible or was deleted redirects to the project list (WS-13). A user without any folder would be
// redirected back here, so they see a screen that explains it (WS-14).
function AccessDenied() {
  const { all_items: items } = useTree()
  useEffect(() => {
    toast.error(i18next.t('accessDenied'))
  }, [])
  return items.length > 0 ? <Navigate to="/projects" replace /> : <NoAccessScreen />
}

/**
 * Requests the list first. The folder request waits for the session, because it removes seen items from the session's
 * unread list.
 */
const prefetch: Prefetch = async (params, search) => {
  const id = Number(params['id'])
  if (!Number.isInteger(id)) return
  readTab(search, folderPage.tabs.list())?.prefetch?.(id, search)
  if (await loadSession()) await queryClient.prefetchQuery(projectQuery(id))
}

/** /projects/:id: the folder tree on the left, the folder on the right. */
function FolderPage() {
  const { t } = useTranslation()
  const id = Number(useParams()['id'])
  const { data: project, error, refetch } = useQuery({ ...projectQuery(id), enabled: Number.isInteger(id) })
  const known = findFolder(useTree().all_items, id)
  const code = codeOf(error)
  if (!Number.isInteger(id) || code === 'E_NOT_FOUND' || code === 'E_FORBIDDEN' || code === 'E_UNPROCESSABLE_ENTITY')
    return <AccessDenied />
  return (
    <TreeFrame currentId={id}>
      {(treeButton) => (
        <>
          {project && <title>{`${project.name} – ${t('appName')}`}</title>}
          {project ? (
            <Folder key={project.id} project={project} treeButton={treeButton} />
          ) : error ? (
            <FailedState error={error} onRetry={() => void refetch()} />
          ) : (
            <FolderBodySkeleton
              bar={
                known && (
                  <>
                    {treeButton}
                    <span>{known.name}</span>
                  </>
                )
              }
            />
          )}
        </>
      )}
    </TreeFrame>
  )
}

export default Object.assign(FolderPage, { prefetch })
