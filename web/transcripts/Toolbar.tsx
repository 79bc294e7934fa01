import { ActionIcon } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconHistory, IconReplace, IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import { EditBar } from './editing/EditBar.tsx'
import { LastSaved } from './editing/LastSaved.tsx'
import { useEditState } from './editing/use-editing.ts'
import { filePage } from './file-page.ts'
import type { ToolbarEntryProps } from './file-page.ts'
import styles from './FilePage.module.css'
import { useOpenFile } from './open-file.ts'
import { isSearchKey } from './search-key.ts'
import { TranscriptSearchBox } from './TranscriptSearchBox.tsx'
import { toolbarWidth } from './layout-widths.ts'
import type { Search } from './use-search.ts'

const ShortcutGuide = lazyPart(async () => (await import('./editing/ShortcutGuide.tsx')).ShortcutGuide)
const UndoButtons = lazyPart(async () => (await import('./editing/UndoButtons.tsx')).UndoButtons)

interface Props extends ToolbarEntryProps {
  /** Tabs for the views of the file. */
  tabs: ReactNode
  /** Whether another view than the transcript is shown: the tools of the transcript are hidden. */
  isOtherTab: boolean
  words: string
  onWords: (words: string) => void
  search: Search
  isFinding: boolean
  onFind: () => void
  onHistory: () => void
}

interface PressProps {
  label: string
  isOn?: boolean
  onPress: () => void
  children: ReactNode
}

function Press({ label, isOn, onPress, children }: PressProps) {
  return (
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      color="gray"
      size={32}
      aria-label={label}
      title={label}
      aria-expanded={isOn}
      onClick={onPress}
    >
      {children}
    </ActionIcon>
  )
}

/**
 * Ctrl+F, or ⌘F, moves to the search of the transcript. Pressed there, it is the search of the browser, as in a dialog
 * and while find and replace is open.
 */
function useSearchKey(field: RefObject<HTMLInputElement | null>, isEnabled: boolean, onOpen: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isEnabled || event.defaultPrevented || !isSearchKey(event)) return
    const { target } = event
    if (target === field.current || (target instanceof Element && target.closest('[role=dialog]'))) return
    event.preventDefault()
    // The field may be collapsed to an icon.
    flushSync(onOpen)
    field.current?.focus()
    field.current?.select()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** Toolbar above the transcript: tabs, search, speaker filter and edit mode. */
export function Toolbar(props: Props) {
  const { tabs, isOtherTab, words, onWords, search, speaker, onSpeaker, isFinding, onFind, onHistory } = props
  const { t } = useTranslation('transcripts')
  const { file, control } = useOpenFile()
  const { mode } = useEditState(control)
  const isEditing = mode === 'editing' || mode === 'ending'
  const { ref, width } = useElementSize()
  const [opened, setOpened] = useState(false)
  const room = toolbarWidth(width)
  const collapses = room === 'icon'
  const isOpen = !isFinding && (!collapses || opened || words !== '')
  const field = useRef<HTMLInputElement>(null)
  useSearchKey(field, !isOtherTab && !isFinding, () => setOpened(true))
  const handleClose = () => {
    setOpened(false)
    onWords('')
  }
  const entriesOf = (side: 'start' | 'end') =>
    filePage.toolbar.list().map((entry) => {
      return entry.side === side && <entry.Entry key={entry.id} speaker={speaker} onSpeaker={onSpeaker} />
    })
  if (isOtherTab)
    return (
      <div className={styles.toolbar} ref={ref} role="toolbar" aria-label={t('toolbar')} data-room={room}>
        {tabs}
        <span className={styles.spring} />
        {isEditing && <EditBar width={room} />}
      </div>
    )
  return (
    <div
      className={styles.toolbar}
      ref={ref}
      role="toolbar"
      aria-label={t('toolbar')}
      data-room={room}
      data-editing={isEditing || undefined}
    >
      {tabs}
      {isEditing ? <UndoButtons /> : entriesOf('start')}
      <span className={styles.spring} />
      {collapses && !isOpen && !isFinding && (
        <Press label={t('searchOpen')} isOn={false} onPress={() => setOpened(true)}>
          <IconSearch aria-hidden size={18} />
        </Press>
      )}
      {isOpen && (
        <TranscriptSearchBox
          words={words}
          onWords={onWords}
          search={search}
          field={field}
          {...(collapses ? { onClose: handleClose } : {})}
        />
      )}
      {isEditing && (
        <Press label={t('findAndReplace')} isOn={isFinding} onPress={onFind}>
          <IconReplace aria-hidden size={18} />
        </Press>
      )}
      {entriesOf('end')}
      {isEditing && <ShortcutGuide />}
      <Press label={t('history')} onPress={onHistory}>
        <IconHistory aria-hidden size={18} />
      </Press>
      {file.can.edit && <LastSaved room={room} />}
      <EditBar width={room} />
    </div>
  )
}
