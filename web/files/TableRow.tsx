import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import type { FileTableRow } from '@kaiwa/contract/workspace.ts'
import { Checkbox } from '@mantine/core'
import { useContext } from 'react'
import type { DragEvent, KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTree } from '../platform/tree-query.ts'
import { dragStore, endDrag, startDrag } from '../tree/dragging.ts'
import styles from './FileTable.module.css'
import { findItem } from '../tree/find-folder.ts'
import { itemsToMove, isEmpty } from '../tree/moving.ts'
import { isOnRow } from './row-name.ts'
import { RowFacts } from './RowFacts.tsx'
import { choiceOf, isSelectable, selectionKey } from './selection.ts'
import { TableContext } from './table-context.ts'
import { useDropTarget } from '../tree/use-drop-target.ts'

interface Props {
  row: FileTableRow
  isSelected: boolean
  /** Opens the row's item; null when it cannot be opened. */
  onOpen: (() => void) | null
  /** The name and the content next to it. */
  children: ReactNode
  /** Cells between the name and the facts that all rows have. */
  cells: ReactNode
  menu: ReactNode
}

function isControl({ target, currentTarget }: MouseEvent): boolean {
  return (
    !(target instanceof Element) ||
    !currentTarget.contains(target) ||
    target.closest('button, input, select, ul') !== null
  )
}

function RowCheck({ row, isSelected }: Pick<Props, 'row' | 'isSelected'>) {
  const { t } = useTranslation('workspace')
  const { onChoose } = useContext(TableContext)
  return (
    <Checkbox
      size="xs"
      className={styles.check ?? ''}
      aria-label={t('selectRow', { name: row.title })}
      checked={isSelected}
      onChange={() => undefined}
      onClick={(event) => onChoose(row.item_id, event.shiftKey ? 'range' : 'toggle')}
    />
  )
}

/** Common behaviour of rows: click selects, double click opens, and drag moves into folders. */
export function TableRow({ row, isSelected, onOpen, children, cells, menu }: Props) {
  const { folderId, rows, onChoose, onChooseAll, onClear } = useContext(TableContext)
  const { all_items: items } = useTree()
  const folder = row.is_project ? findItem(items, row.item_id) : undefined
  const drop = useDropTarget(folder)
  const canSelect = isSelectable(row)

  // In the capture phase, before the name's link: with these keys a click anywhere selects the row.
  const handleClickCapture = (event: MouseEvent): void => {
    const choice = choiceOf(event)
    if (choice === 'one' || !canSelect || isControl(event)) return
    event.preventDefault()
    event.stopPropagation()
    onChoose(row.item_id, choice)
  }
  const handleClick = (event: MouseEvent): void => {
    if (canSelect && isOnRow(event)) onChoose(row.item_id, 'one')
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    const key = selectionKey(event)
    if (key === null || isCompositionKey(event.nativeEvent) || !event.currentTarget.contains(event.target as Node))
      return
    event.preventDefault()
    if (key === 'all') onChooseAll()
    else onClear()
  }
  const handleDragStart = (event: DragEvent): void => {
    const moved = itemsToMove(isSelected ? rows() : [row], folderId)
    if (isEmpty(moved)) event.preventDefault()
    else startDrag(event, moved, row.title)
  }
  return (
    <tr
      aria-label={row.title}
      data-selected={isSelected || undefined}
      data-drop={drop.isOver || undefined}
      draggable={row.can.move && canSelect}
      onClickCapture={handleClickCapture}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
      onMouseDown={(event) => {
        // Shift-click would select the text between two clicks.
        if (event.shiftKey && !isControl(event)) event.preventDefault()
      }}
      onDoubleClick={(event) => {
        if (onOpen && isOnRow(event)) onOpen()
      }}
      onDragStart={handleDragStart}
      onDragEnd={() => dragStore.read().moving && endDrag()}
      {...drop.handlers}
    >
      <td data-column="name">
        <div className={styles.what}>
          {canSelect ? <RowCheck row={row} isSelected={isSelected} /> : <span className={styles.uncheckable} />}
          {children}
        </div>
      </td>
      {cells}
      <RowFacts row={row} />
      <td data-column="menu">{menu}</td>
    </tr>
  )
}
