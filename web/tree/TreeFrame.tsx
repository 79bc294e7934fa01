import { ActionIcon, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebar, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { useSignedIn } from '../platform/session.ts'
import { useWakeDetection } from '../platform/wake-detection.ts'
import { ResizeHandle } from '../ui/ResizeHandle.tsx'
import { useRememberedWidth } from '../ui/use-remembered-width.ts'
import { FolderTree } from './FolderTree.tsx'
import { type Move, MoveContext } from './move-context.ts'
import { reloadQueries } from '../platform/refresh-queries.ts'
import { refreshTree } from './queries.ts'
import styles from './TreeFrame.module.css'
import { useMoveItems } from './use-move-items.ts'

const TREE = { initial: 240, min: 160, max: 480 }
const NARROW = '(max-width: 48rem)'

/** The folder tree, and below it a link to the trash for users with permission. */
function Side({ currentId, onOpen }: { currentId: number | null; onOpen?: () => void }) {
  const { t } = useTranslation('workspace')
  const { user } = useSignedIn()
  return (
    <>
      <div className={styles.folders}>
        <FolderTree currentId={currentId} {...(onOpen ? { onOpen } : {})} />
      </div>
      {user.can.keep_trash && (
        <NavLink to="/trash" className={styles.trash ?? ''} onClick={onOpen}>
          <IconTrash size={16} aria-hidden="true" />
          {t('trash')}
        </NavLink>
      )}
    </>
  )
}

interface Props {
  /** The open folder; null on other pages. */
  currentId: number | null
  /** The content next to the tree; `treeButton` opens the tree in narrow windows. */
  children: (treeButton: ReactNode) => ReactNode
}

/** A page with the folder tree on the left, or in a drawer in narrow windows. */
export function TreeFrame({ currentId, children }: Props) {
  const { t } = useTranslation('workspace')
  const common = useTranslation().t
  const tree = useRememberedWidth('kaiwa.tree-width', TREE)
  const isNarrow = useMediaQuery(NARROW, globalThis.matchMedia(NARROW).matches)
  const [isTreeOpen, setIsTreeOpen] = useState(false)
  const client = useQueryClient()
  // Events during sleep or without a network were missed, so everything is reloaded (WS-32).
  useWakeDetection(() => void refreshTree(client, reloadQueries))
  const { mutate } = useMoveItems()
  const move = useCallback<Move>((moving, destinationId) => mutate({ moving, destinationId }), [mutate])
  const treeButton = isNarrow && (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('openTree')} onClick={() => setIsTreeOpen(true)}>
      <IconLayoutSidebar size={18} aria-hidden="true" />
    </ActionIcon>
  )
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
              <Side currentId={currentId} onOpen={() => setIsTreeOpen(false)} />
            </div>
          </Drawer>
        ) : (
          <aside className={styles.side} aria-label={t('tree')}>
            <div className={styles.tree} style={{ width: tree.width }}>
              <Side currentId={currentId} />
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
          {children(treeButton)}
        </main>
      </div>
    </MoveContext>
  )
}
