import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import type { Item } from '@kaiwa/contract/items.ts'
import { useElementSize } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DragEvent, KeyboardEvent, ReactNode } from 'react'
import { listWindow, scrollToRow, topsOf } from '../ui/list-window.ts'
import { treeLines, treeMove } from './tree.ts'
import type { TreeLine } from './tree.ts'
import styles from './TreeView.module.css'
import { type DropHandlers, useDropTarget } from './use-drop-target.ts'

/** Height of a row in CSS pixels. */
const LINE = 32
/** Extra height rendered beyond the edges, so that fast scrolling shows no gaps. */
const OVERSCAN = 8 * LINE

interface LineProps {
  line: TreeLine
  top: number
  isCurrent: boolean
  isTabStop: boolean
  isDisabled: boolean
  isDraggable: boolean
  icon: ReactNode
  end?: ReactNode
  onOpen: (item: Item) => void
  onToggle: (id: number) => void
  onKeyDown: (event: KeyboardEvent, itemId: number) => void
  onDrag?: ((item: Item, event: DragEvent) => void) | undefined
  onDragEnd?: (() => void) | undefined
}

const NO_DROP: DropHandlers = {}

function Line({ line, top, isCurrent, isTabStop, isDisabled, isDraggable, icon, end, ...on }: LineProps) {
  const { item, level, isExpandable, isExpanded, position, siblings } = line
  const drop = useDropTarget(
    on.onDrag ? item : undefined,
    isExpandable && !isExpanded ? () => on.onToggle(item.id) : undefined,
  )
  return (
    <li
      role="treeitem"
      data-id={item.id}
      data-drop={drop.isOver || undefined}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isExpandable ? isExpanded : undefined}
      aria-selected={isCurrent}
      aria-disabled={isDisabled || undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={styles.line}
      style={{ top, height: LINE, paddingInlineStart: `${(level - 1) * 14 + 4}px` }}
      title={item.name}
      draggable={isDraggable}
      onClick={() => {
        if (!isDisabled) on.onOpen(item)
      }}
      onKeyDown={(event) => on.onKeyDown(event, item.id)}
      onDragStart={isDraggable ? (event) => on.onDrag?.(item, event) : undefined}
      onDragEnd={isDraggable ? on.onDragEnd : undefined}
      {...(on.onDrag ? drop.handlers : NO_DROP)}
    >
      <span
        className={styles.chevron}
        data-expanded={isExpanded}
        aria-hidden="true"
        onClick={(event) => {
          if (!isExpandable) return
          event.stopPropagation()
          on.onToggle(item.id)
        }}
      >
        {isExpandable && <IconChevronRight size={14} />}
      </span>
      {icon}
      <span className={styles.name}>{item.name}</span>
      {end}
    </li>
  )
}

interface Props {
  label: string
  items: readonly Item[]
  expanded: ReadonlySet<number>
  /** Item id of the marked row. */
  currentId: number | null
  isDisabled?: (item: Item) => boolean
  renderIcon: (item: Item, isCurrent: boolean) => ReactNode
  renderEnd?: (item: Item) => ReactNode
  onToggle: (id: number) => void
  onOpen: (item: Item) => void
  /** Rows can be dragged, and accept drops. */
  onDrag?: (item: Item, event: DragEvent) => void
  onDragEnd?: () => void
}

/** A virtualised folder tree. Arrow keys move, expand and collapse; Enter and click open. */
export function TreeView({ label, items, expanded, currentId, isDisabled, renderIcon, renderEnd, ...on }: Props) {
  const { ref: measured, height } = useElementSize<HTMLUListElement>()
  const list = useRef<HTMLUListElement | null>(null)
  // Must be stable: a new function on each render would trigger another measurement and render, in an endless loop.
  const attach = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element
      measured(element)
    },
    [measured],
  )
  const [scrolled, setScrolled] = useState(0)
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const wantsFocus = useRef(false)
  const lines = useMemo(() => treeLines(items, expanded), [items, expanded])
  const tops = useMemo(() => topsOf(lines.map(() => LINE)), [lines])

  const indexOf = (id: number | null): number => lines.findIndex(({ item }) => item.id === id)
  const focused = indexOf(focusedId)
  const current = indexOf(currentId)
  const tabStop = focused >= 0 ? focused : Math.max(0, current)

  const scrollToItem = (id: number | null): void => {
    const box = list.current
    const row = indexOf(id)
    if (!box || row < 0) return
    box.scrollTop = scrollToRow(tops, row, box.scrollTop, box.clientHeight)
    setScrolled(box.scrollTop)
  }
  const latest = useRef(scrollToItem)
  useEffect(() => {
    latest.current = scrollToItem
  })
  useEffect(() => {
    if (height > 0) latest.current(currentId)
  }, [currentId, height])
  useEffect(() => {
    if (!wantsFocus.current || focused < 0) return
    wantsFocus.current = false
    latest.current(focusedId)
    list.current?.querySelector<HTMLElement>(`[data-id="${focusedId}"]`)?.focus({ preventScroll: true })
  }, [focused, focusedId])

  const open = (item: Item): void => {
    setFocusedId(item.id)
    on.onOpen(item)
  }
  const handleKeyDown = (event: KeyboardEvent, itemId: number): void => {
    const at = indexOf(itemId)
    const line = lines[at]
    if (!line || isCompositionKey(event.nativeEvent)) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      if (!isDisabled?.(line.item)) open(line.item)
      return
    }
    const move = treeMove(lines, at, event.key)
    if (!move) return
    event.preventDefault()
    if ('toggle' in move) {
      on.onToggle(move.toggle)
      return
    }
    const next = lines[move.focus]
    if (!next) return
    wantsFocus.current = true
    setFocusedId(next.item.id)
  }

  const { from, to } = listWindow(tops, Math.max(0, scrolled - OVERSCAN), height + 2 * OVERSCAN)
  // The row that is the tab stop is always rendered, at any scroll position.
  const rows = lines.map((_, at) => at).slice(from, to)
  const drawn = lines.length === 0 || (tabStop >= from && tabStop < to) ? rows : [...rows, tabStop]
  return (
    <ul
      ref={attach}
      role="tree"
      aria-label={label}
      className={styles.tree}
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
    >
      <li role="none" className={styles.whole} style={{ height: tops.at(-1) }} />
      {drawn.map((at) => {
        const line = lines[at] as TreeLine
        const { item } = line
        const isCurrent = item.id === currentId
        return (
          <Line
            key={item.id}
            line={line}
            top={tops[at] as number}
            isCurrent={isCurrent}
            isTabStop={at === tabStop}
            isDisabled={isDisabled?.(item) ?? false}
            isDraggable={on.onDrag !== undefined && item.can.move}
            icon={renderIcon(item, isCurrent)}
            end={renderEnd?.(item)}
            onOpen={open}
            onToggle={on.onToggle}
            onKeyDown={handleKeyDown}
            onDrag={on.onDrag}
            onDragEnd={on.onDragEnd}
          />
        )
      })}
    </ul>
  )
}
