import type { Item } from '@kaiwa/contract/items.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconChevronRight, IconFolder, IconFolderFilled, IconFolderSymlink } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useSignedIn } from '../platform/session.ts'
import styles from './FolderTree.module.css'
import { pathTo, treeLines, treeMove } from './tree.ts'

type IconProps = { item: Item; isCurrent: boolean; isShared: boolean }

/** Different icons for the active, a shared and a plain folder (WS-07). */
const FolderIcon = ({ isCurrent, isShared }: IconProps) => {
  const Icon = isCurrent ? IconFolderFilled : isShared ? IconFolderSymlink : IconFolder
  return <Icon size={16} aria-hidden="true" className={styles.icon} />
}

type Props = { currentId: number; onOpen?: () => void }

/** The folders of the workspace. A click or Enter opens one, arrow keys walk, expand and collapse. */
export const FolderTree = ({ currentId, onOpen }: Props) => {
  const { t } = useTranslation('workspace')
  const { all_items: items, unread_item_ids: unread, shared_folder_ids: shared } = useSignedIn()
  const navigate = useNavigate()
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(() => new Set(items.map(({ id }) => id)))
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const wayToCurrent = pathTo(items, currentId)
  const wayKey = wayToCurrent.join('_')

  // Whoever arrives in a folder sees it in the tree.
  const [shownWay, setShownWay] = useState('')
  if (wayKey !== shownWay) {
    setShownWay(wayKey)
    setExpanded(new Set([...expanded, ...wayToCurrent.slice(0, -1)]))
  }

  const lines = treeLines(items, expanded)
  const focusable = focusedId ?? wayToCurrent.at(-1)
  const inTabOrder = lines.some(({ item }) => item.id === focusable) ? focusable : lines[0]?.item.id

  const toggle = (id: number): void =>
    setExpanded((current) => new Set(current.has(id) ? [...current].filter((one) => one !== id) : [...current, id]))

  const open = (item: Item): void => {
    setFocusedId(item.id)
    void navigate(`/projects/${item.resource_id}`)
    onOpen?.()
  }

  const handleKeyDown = (event: KeyboardEvent, at: number): void => {
    const line = lines[at]
    if (!line || event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      open(line.item)
      return
    }
    const move = treeMove(lines, at, event.key)
    if (!move) return
    event.preventDefault()
    if ('toggle' in move) {
      toggle(move.toggle)
      return
    }
    const next = lines[move.focus]
    if (!next) return
    setFocusedId(next.item.id)
    list.current?.querySelector<HTMLElement>(`[data-id="${next.item.id}"]`)?.focus()
  }

  return (
    <ul ref={list} role="tree" aria-label={t('tree')} className={styles.tree}>
      {lines.map(({ item, level, isExpandable, isExpanded }, at) => {
        const isCurrent = item.resource_id === currentId
        const isUnread = unread.includes(item.id)
        return (
          <li
            key={item.id}
            role="treeitem"
            data-id={item.id}
            aria-level={level}
            aria-expanded={isExpandable ? isExpanded : undefined}
            aria-selected={isCurrent}
            tabIndex={item.id === inTabOrder ? 0 : -1}
            className={styles.line}
            style={{ paddingInlineStart: `${(level - 1) * 14 + 4}px` }}
            title={item.name}
            onClick={() => open(item)}
            onKeyDown={(event) => handleKeyDown(event, at)}
          >
            <span
              className={styles.chevron}
              data-expanded={isExpanded}
              aria-hidden="true"
              onClick={(event) => {
                if (!isExpandable) return
                event.stopPropagation()
                toggle(item.id)
              }}
            >
              {isExpandable && <IconChevronRight size={14} />}
            </span>
            <FolderIcon item={item} isCurrent={isCurrent} isShared={shared.includes(item.resource_id)} />
            <span className={styles.name}>{item.name}</span>
            {isUnread && <span className={styles.dot} aria-hidden="true" />}
            {isUnread && <VisuallyHidden>{t('unread')}</VisuallyHidden>}
          </li>
        )
      })}
    </ul>
  )
}
