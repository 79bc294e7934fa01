import type { BlockAction, TextSelected, TranscriptView } from '@kaiwa/editor'
import { ALL_SPEAKERS } from '@kaiwa/transcript'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import { SectionActions } from '../sections/SectionActions.tsx'
import { Sections } from '../sections/Sections.tsx'
import { Speakers } from '../speakers/Speakers.tsx'
import { useKnownSpeakers } from '../speakers/use-speakers.ts'
import { TagAside } from '../tags/TagAside.tsx'
import { DraftOffer } from './editing/DraftOffer.tsx'
import { LeaveGuard } from './editing/LeaveGuard.tsx'
import { LockBanner } from './editing/LockBanner.tsx'
import { useEditParts } from './editing/use-edit-parts.ts'
import { useEditState } from './editing/use-editing.ts'
import { useFileChannel } from './editing/use-file-channel.ts'
import { usePageLife } from './editing/use-page-life.ts'
import { usePresence } from './editing/use-presence.ts'
import { useSaveKey } from './editing/use-save-key.ts'
import styles from './FilePage.module.css'
import { FileTabs, panelOf } from './FileTabs.tsx'
import { useOpenFile } from './open-file.ts'
import type { FileTab } from './tab-keys.ts'
import { Toolbar } from './Toolbar.tsx'
import { TranscriptPane } from './TranscriptPane.tsx'
import { useFindKey } from './use-find-key.ts'
import { useSearchEnd } from './use-search-end.ts'
import { useSearch } from './use-search.ts'

const FindPanel = lazyPart(async () => (await import('./find/FindPanel.tsx')).FindPanel, ['editing'])
const HistoryDialog = lazyPart(async () => (await import('./history/HistoryDialog.tsx')).HistoryDialog, ['editing'])
const TagLayer = lazyPart(async () => (await import('../tags/TagLayer.tsx')).TagLayer)
const TagsPanel = lazyPart(async () => (await import('../tags/TagsPanel.tsx')).TagsPanel, ['tags'])
const TimesPopover = lazyPart(async () => (await import('./TimesPopover.tsx')).TimesPopover, ['editing'])

interface Props {
  /** Value of the search field. The parent keeps it, because the header uses it too. */
  typed: string
  onTyped: (words: string) => void
  tab: FileTab
  onTab: (tab: FileTab) => void
}

/** A transcript with toolbar, banners, sidebars, popovers at its blocks, and dialogs. */
export const OpenTranscript = ({ typed, onTyped, tab, onTab }: Props) => {
  const { t } = useTranslation('transcripts')
  const { file, session, control, player } = useOpenFile()
  const { mode, lock } = useEditState(control)
  const isEditing = mode === 'editing'
  usePageLife(session, control)
  useFileChannel(file.id, control)
  usePresence(player, control)
  useSaveKey(control)
  useEditParts(isEditing)
  useSearchEnd(isEditing, onTyped)

  const [view, setView] = useState<TranscriptView | null>(null)
  const [speaker, setSpeaker] = useState<number>(ALL_SPEAKERS)
  const [action, setAction] = useState<BlockAction | null>(null)
  const [selection, setSelection] = useState<TextSelected | null>(null)
  const [shown, setShown] = useState<'find' | 'history' | null>(null)
  useFindKey(isEditing, () => setShown('find'))
  const [historyOf, setHistoryOf] = useState<string | null>(null)
  const search = useSearch(session, typed, speaker)
  const names = useKnownSpeakers(file)
  const close = useCallback(() => setAction(null), [])
  const handleHistory = (uuid: string | null) => {
    setHistoryOf(uuid)
    setShown('history')
  }

  const handleShow = (uuid: string) => {
    onTab('files')
    // A hidden transcript has no layout until the next frame.
    requestAnimationFrame(() => view?.scrollToBlock(uuid))
  }

  return (
    <>
      <Toolbar
        tabs={<FileTabs tab={tab} hasBlocks onTab={onTab} />}
        isAside={tab !== 'files'}
        words={typed}
        onWords={onTyped}
        search={search}
        speaker={speaker}
        onSpeaker={setSpeaker}
        isFinding={shown === 'find'}
        onFind={() => setShown(shown === 'find' ? null : 'find')}
        onHistory={() => handleHistory(null)}
      />
      {shown === 'find' && isEditing && (
        <FindPanel words={typed} onWords={onTyped} search={search} speaker={speaker} onClose={() => setShown(null)} />
      )}
      <LockBanner />
      <DraftOffer />
      {/* Left sidebar (sections), transcript, right sidebar (tags). Closed sidebars render nothing. */}
      <div {...panelOf('files')} className={styles.columns} hidden={tab !== 'files'}>
        <Sections view={view} />
        <TranscriptPane
          names={names}
          lockedBy={isEditing || mode === 'ending' ? null : lock}
          lockedTooltip={t('lockedBlock')}
          walk={search.walk}
          speaker={speaker}
          onView={setView}
          onAction={setAction}
          onSelect={setSelection}
        />
        <TagAside onShow={handleShow} />
      </div>
      {tab === 'tags' && (
        <div {...panelOf('tags')} className={styles.columns}>
          <TagsPanel onShow={handleShow} />
        </div>
      )}
      <TagLayer view={view} selection={tab === 'files' ? selection : null} />
      {/* Popovers at a block, and dialogs. */}
      <SectionActions action={action} onClose={close} />
      <Speakers view={view} action={action} onClose={close} />
      {action?.type === 'times' && (
        <TimesPopover action={action} player={player} onHistory={handleHistory} onClose={close} />
      )}
      {shown === 'history' && <HistoryDialog blockUuid={historyOf} onClose={() => setShown(null)} />}
      <LeaveGuard />
    </>
  )
}
