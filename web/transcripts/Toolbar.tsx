import { useElementSize } from '@mantine/hooks'
import { IconHistory, IconReplace } from '@tabler/icons-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import { EditBar } from './editing/EditBar.tsx'
import { LastSaved } from './editing/LastSaved.tsx'
import { useEditState } from './editing/use-editing.ts'
import { filePage } from './file-page.ts'
import type { ToolbarEntryProps } from './file-page.ts'
import styles from './FilePage.module.css'
import { useOpenFile } from './open-file.ts'
import { toolbarWidth } from './layout-widths.ts'
import { ToolbarButton } from './ToolbarButton.tsx'
import { ToolbarSearch } from './ToolbarSearch.tsx'
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

interface EntriesProps extends ToolbarEntryProps {
  side: 'start' | 'end'
}

/** The entries of other domains. They do not render again while words are typed into the search. */
const Entries = memo(({ side, speaker, onSpeaker }: EntriesProps) => {
  const entries = filePage.toolbar.list().filter((entry) => entry.side === side)
  return entries.map(({ id, Entry }) => <Entry key={id} speaker={speaker} onSpeaker={onSpeaker} />)
})

/** Toolbar above the transcript: tabs, search, speaker filter and edit mode. */
export function Toolbar(props: Props) {
  const { tabs, isOtherTab, words, onWords, search, speaker, onSpeaker, isFinding, onFind, onHistory } = props
  const { t } = useTranslation('transcripts')
  const { file, control } = useOpenFile()
  const { mode } = useEditState(control)
  const isEditing = mode === 'editing' || mode === 'ending'
  const { ref, width } = useElementSize()
  const room = toolbarWidth(width)
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
      {isEditing ? <UndoButtons /> : <Entries side="start" speaker={speaker} onSpeaker={onSpeaker} />}
      <span className={styles.spring} />
      <ToolbarSearch collapses={room === 'icon'} isHidden={isFinding} words={words} onWords={onWords} search={search} />
      {isEditing && (
        <ToolbarButton label={t('findAndReplace')} isOn={isFinding} onPress={onFind}>
          <IconReplace aria-hidden size={18} />
        </ToolbarButton>
      )}
      <Entries side="end" speaker={speaker} onSpeaker={onSpeaker} />
      {isEditing && <ShortcutGuide />}
      <ToolbarButton label={t('history')} onPress={onHistory}>
        <IconHistory aria-hidden size={18} />
      </ToolbarButton>
      {file.can.edit && <LastSaved room={room} />}
      <EditBar width={room} />
    </div>
  )
}
