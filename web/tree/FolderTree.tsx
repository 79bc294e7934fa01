import type { Item } from '@kaiwa/contract/items.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useTree } from '../platform/tree-query.ts'
import { endDrag, startDrag } from './dragging.ts'
import { FolderIcon } from './FolderIcon.tsx'
import { pathTo } from './tree.ts'
import { TreeView } from './TreeView.tsx'
import { UnreadDot } from './UnreadDot.tsx'

interface Props {
  currentId: number | null
  onOpen?: () => void
}

/** The folder tree of the workspace with the open folder marked. Folders can be dragged into each other. */
export function FolderTree({ currentId, onOpen }: Props) {
  const { t } = useTranslation('workspace')
  const { all_items: items, shared_folder_ids } = useTree()
  const navigate = useNavigate()
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(() => new Set(items.map(({ id }) => id)))
  const path = useMemo(() => (currentId === null ? [] : pathTo(items, currentId)), [items, currentId])
  const shared = useMemo(() => new Set(shared_folder_ids), [shared_folder_ids])
  const pathKey = path.join('_')

  // Expands the tree down to the folder that was opened elsewhere. A folder that was opened in the tree is visible already;
  // its page is rendered later, and must not expand what has been collapsed in the meantime.
  const [shownPath, setShownPath] = useState('')
  const [openedId, setOpenedId] = useState<number | null>(null)
  if (pathKey !== shownPath) {
    setShownPath(pathKey)
    setOpenedId(null)
    if (openedId === null || openedId !== path.at(-1)) setExpanded(new Set([...expanded, ...path.slice(0, -1)]))
  }

  const toggle = (id: number): void => setExpanded((current) => current.symmetricDifference(new Set([id])))

  const open = (item: Item): void => {
    setOpenedId(item.id)
    void navigate(`/projects/${item.resource_id}`)
    onOpen?.()
  }

  return (
    <TreeView
      label={t('tree')}
      items={items}
      expanded={expanded}
      currentId={path.at(-1) ?? null}
      renderIcon={(item, isCurrent) => <FolderIcon isCurrent={isCurrent} isShared={shared.has(item.resource_id)} />}
      renderEnd={(item) => <UnreadDot itemId={item.id} />}
      onToggle={toggle}
      onOpen={open}
      onDrag={(item, event) => startDrag(event, { sourceId: item.id, folderIds: [item.id], fileIds: [] }, item.name)}
      onDragEnd={endDrag}
    />
  )
}
