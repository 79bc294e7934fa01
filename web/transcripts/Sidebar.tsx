import { CloseButton } from '@mantine/core'
import { useViewportSize } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ResizeHandle } from '../ui/ResizeHandle.tsx'
import { useFocusFromButton } from '../ui/use-focus-from-button.ts'
import { useFocusReturn } from '../ui/use-focus-return.ts'
import { useRememberedWidth } from '../ui/use-remembered-width.ts'
import styles from './Sidebar.module.css'
import { minSidebarWidth } from './layout-widths.ts'
import { useRoom } from './use-room.ts'

interface Props {
  side: 'left' | 'right'
  /** Heading, and the accessible name of the landmark. */
  title: string
  /** localStorage key of the width. */
  storageKey: string
  /** Initial width in CSS pixels. The minimum of a right sidebar depends on the width of the window (FILE-20). */
  initial: number
  onClose: () => void
  children: ReactNode
}

const WIDEST = 480
const LEFT_NARROWEST = 240

/** A resizable sidebar of the file page. On narrow screens it covers the transcript. */
export function Sidebar({ side, title, storageKey, initial, onClose, children }: Props) {
  const { t } = useTranslation('transcripts')
  const { t: common } = useTranslation()
  const { width: windowWidth } = useViewportSize()
  const min = side === 'left' ? LEFT_NARROWEST : minSidebarWidth(windowWidth)
  const { width, change } = useRememberedWidth(storageKey, { initial: Math.max(min, initial), min, max: WIDEST })
  const shown = Math.max(min, width)
  const panel = useRef<HTMLElement>(null)
  // Before the focus leaves the button.
  useRoom(panel, onClose)
  useFocusFromButton(panel)
  useFocusReturn('panel')
  const handle = (
    <ResizeHandle
      label={t('resize', { name: title })}
      width={shown}
      min={min}
      max={WIDEST}
      direction={side === 'left' ? 1 : -1}
      onChange={change}
    />
  )
  return (
    <>
      {side === 'right' && handle}
      <aside
        ref={panel}
        tabIndex={-1}
        className={styles.sidebar}
        aria-label={title}
        style={{ '--sidebar-width': `${shown}px` }}
      >
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          <CloseButton aria-label={common('close')} onClick={onClose} />
        </div>
        <div className={styles.body}>{children}</div>
      </aside>
      {side === 'left' && handle}
    </>
  )
}
