import { ActionIcon, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebar } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { codeOf } from '../platform/api-error.ts'
import { useSignedIn } from '../platform/session.ts'
import { toast } from '../platform/toasts.ts'
import { useAwakening } from '../platform/use-awakening.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Loading } from '../ui/Loading.tsx'
import { ResizeHandle } from '../ui/ResizeHandle.tsx'
import { useRememberedWidth } from '../ui/use-remembered-width.ts'
import { Folder } from './Folder.tsx'
import styles from './FolderPage.module.css'
import { FolderTree } from './FolderTree.tsx'
import { type Move, MoveContext } from './move-context.ts'
import { NoAccessScreen } from './NoAccessScreen.tsx'
import { projectQuery, refreshTree } from './queries.ts'
import { useMoveItems } from './use-item-changes.ts'

const TREE = { initial: 240, min: 160, max: 480 }
const NARROW = '(max-width: 48rem)'

// A folder that may not be seen, or is gone, leads to the project list (WS-13). Who has no folder of their own to go to
// would come back here: they get a screen that says so (WS-14).
const AccessDenied = () => {
  const { all_items: items } = useSignedIn()
  useEffect(() => {
    toast.error(i18next.t('accessDenied'))
  }, [])
  return items.length > 0 ? <Navigate to="/projects" replace /> : <NoAccessScreen />
}

/** /projects/:id: the folder tree at the left, the folder at the right. */
const FolderPage = () => {
  const { t } = useTranslation('workspace')
  const common = useTranslation().t
  const id = Number(useParams()['id'])
  const { data: project, error, refetch } = useQuery({ ...projectQuery(id), enabled: Number.isInteger(id) })
  const tree = useRememberedWidth('kaiwa.tree-width', TREE)
  const isNarrow = useMediaQuery(NARROW, globalThis.matchMedia(NARROW).matches)
  const [isTreeOpen, setIsTreeOpen] = useState(false)
  const client = useQueryClient()
  // Whatever happened while the page slept or had no network was told to nobody here (WS-32).
  useAwakening(() => void refreshTree(client))
  const { mutate } = useMoveItems()
  const move = useCallback<Move>((cargo, destinationId) => mutate({ cargo, destinationId }), [mutate])
  const code = codeOf(error)
  if (!Number.isInteger(id) || code === 'E_NOT_FOUND' || code === 'E_FORBIDDEN' || code === 'E_UNPROCESSABLE_ENTITY')
    return <AccessDenied />
  return (
    <MoveContext value={move}>
      <div className={styles.page}>
        {isNarrow ? (
          <Drawer
            opened={isTreeOpen}
            onClose={() => setIsTreeOpen(false)}
            title={t('tree')}
            size={300}
            closeButtonProps={{ 'aria-label': common('close') }}
            attributes={{ header: { role: 'presentation' } }}
          >
            <div className={styles.drawer}>
              <FolderTree currentId={id} onOpen={() => setIsTreeOpen(false)} />
            </div>
          </Drawer>
        ) : (
          <aside className={styles.side} aria-label={t('tree')}>
            <div className={styles.tree} style={{ width: tree.width }}>
              <FolderTree currentId={id} />
            </div>
            <ResizeHandle
              label={t('resizeTree')}
              width={tree.width}
              min={tree.min}
              max={tree.max}
              onChange={tree.change}
            />
          </aside>
        )}
        <main className={styles.main} id="content">
          {project && <title>{`${project.name} – ${common('appName')}`}</title>}
          {project ? (
            <Folder
              key={project.id}
              project={project}
              treeButton={
                isNarrow && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={t('openTree')}
                    onClick={() => setIsTreeOpen(true)}
                  >
                    <IconLayoutSidebar size={18} aria-hidden="true" />
                  </ActionIcon>
                )
              }
            />
          ) : error ? (
            <FailedState error={error} onRetry={() => void refetch()} />
          ) : (
            <Loading />
          )}
        </main>
      </div>
    </MoveContext>
  )
}

export default FolderPage
