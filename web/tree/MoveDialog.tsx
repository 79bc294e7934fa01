import type { Item } from '@kaiwa/contract/items.ts'
import { Button, Group } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTree } from '../platform/tree-query.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { FolderIcon } from './FolderIcon.tsx'
import styles from './MoveDialog.module.css'
import { findItem } from './find-folder.ts'
import { acceptsItems, type ItemsToMove, moveTargets } from './moving.ts'
import { TreeView } from './TreeView.tsx'
import { useMoveItems } from './use-move-items.ts'

interface Props {
  moving: ItemsToMove
  /** Description of the moved items. */
  title: string
  onMoved: () => void
  onClose: () => void
}

/**
 * Selects the target of a move: the tree without the moved folders (WS-37). Folders without permission are disabled.
 */
export function MoveDialog({ moving, title, onMoved, onClose }: Props) {
  const { t } = useTranslation('workspace')
  const common = useTranslation().t
  const { all_items: items } = useTree()
  const move = useMoveItems()
  const targets = useMemo(() => moveTargets(items, moving), [items, moving])
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(() => {
    const ancestors = findItem(items, moving.sourceId)?.path.split('_').map(Number) ?? []
    return new Set([...items.map(({ id }) => id), ...ancestors])
  })
  const [targetId, setTargetId] = useState<number | null>(null)
  const toggle = (id: number): void => setExpanded((current) => current.symmetricDifference(new Set([id])))
  const handleMove = (): void => {
    if (targetId === null) return
    move.mutate({ moving, destinationId: targetId }, { onSuccess: onMoved })
  }
  return (
    <Dialog opened onClose={onClose} title={title}>
      <div className={styles.targets}>
        <TreeView
          label={t('moveTo')}
          items={targets}
          expanded={expanded}
          currentId={targetId}
          isDisabled={(item: Item) => !acceptsItems(item, moving)}
          renderIcon={(_item, isCurrent) => <FolderIcon isCurrent={isCurrent} isShared={false} />}
          onToggle={toggle}
          onOpen={(item) => setTargetId(item.id)}
        />
      </div>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button disabled={targetId === null} loading={move.isPending} onClick={handleMove}>
          {t('moveHere')}
        </Button>
      </Group>
    </Dialog>
  )
}
