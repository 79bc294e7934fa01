import type { BlockAction, TextSelected, TranscriptView } from '@kaiwa/editor'
import { ALL_SPEAKERS } from '@kaiwa/transcript'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../platform/lazy-part.tsx'
import { useDocumentKey } from '../platform/use-document-key.ts'
import { LockBanner } from './editing/LockBanner.tsx'
import { useSaveKey } from './editing/save-key.ts'
import { useEditParts, useEditState } from './editing/use-editing.ts'
import { usePageLifecycle, useUnsaved } from './editing/use-page-lifecycle.ts'
import { filePage } from './file-page.ts'
import styles from './FilePage.module.css'
import { FileTabs, panelOf, TRANSCRIPT_TAB } from './FileTabs.tsx'
import { useOpenFile } from './open-file.ts'
import type { SelectedText } from './selection/selected-text.ts'
import { useSpeakerNames } from './speaker-names.ts'
import { Toolbar } from './Toolbar.tsx'
import { TranscriptPane } from './TranscriptPane.tsx'
import { useSearch } from './use-search.ts'
import { useDrawerEnd } from './use-sidebar-open.ts'
import { useSearchParams } from 'react-router'

const DraftOffer = lazyPart(async () => (await import('./editing/DraftOffer.tsx')).DraftOffer)
const FindPanel = lazyPart(async () => (await import('./find/FindPanel.tsx')).FindPanel, ['editing'])
const LeaveGuard = lazyPart(async () => (await import('./editing/LeaveGuard.tsx')).LeaveGuard)
const HistoryDialog = lazyPart(async () => (await import('./history/HistoryDialog.tsx')).HistoryDialog, ['editing'])
const RecogniseAgainDialog = lazyPart(
  async () => (await import('./RecogniseAgainDialog.tsx')).RecogniseAgainDialog,
  ['editing'],
)
const SelectionLayer = lazyPart(async () => (await import('./selection/SelectionLayer.tsx')).SelectionLayer)
const TimesPopover = lazyPart(async () => (await import('./TimesPopover.tsx')).TimesPopover, ['editing'])

/** Ctrl+H opens find and replace in edit mode; on a Mac too, where ⌘H hides the browser. */
function useFindKey(isEditing: boolean, onFind: () => void): void {
  useDocumentKey((event) => {
    if (!isEditing || event.key.toLowerCase() !== 'h') return
    if (!event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    onFind()
  })
}

/** Ends the search when edit mode ends, also in the URL (FILE-05). */
function useSearchEnd(isEditing: boolean, onEnd: () => void): void {
  const [query, setQuery] = useSearchParams()
  const wasEditing = useRef(false)
  const end = useEffectEvent(() => {
    onEnd()
    if (!query.has('search')) return
    query.delete('search')
    setQuery(query, { replace: true })
  })
  useEffect(() => {
    if (wasEditing.current && !isEditing) end()
    wasEditing.current = isEditing
  }, [isEditing])
}

interface Props {
  /** Blocks before or after the shown ones have not arrived yet. */
  isPartial: boolean
  /** Value of the search field. The parent keeps it, because the header uses it too. */
  typed: string
  onTyped: (words: string) => void
  /** Id of the shown tab. */
  tab: string
  onTab: (tab: string) => void
}

/** A transcript with toolbar, banners, sidebars, popovers at its blocks, and dialogs. */
export function OpenTranscript({ isPartial, typed, onTyped, tab, onTab }: Props) {
  const { t } = useTranslation('transcripts')
  const { session, control, player } = useOpenFile()
  const { mode, lock, drafts } = useEditState(control)
  const isEditing = mode === 'editing'
  usePageLifecycle(session, control)
  const isUnsaved = useUnsaved(session)
  useSaveKey(control)
  useEditParts(isEditing)
  useDrawerEnd(session)
  const [view, setView] = useState<TranscriptView | null>(null)
  const [speaker, setSpeaker] = useState<number>(ALL_SPEAKERS)
  const [action, setAction] = useState<BlockAction | null>(null)
  const [selection, setSelection] = useState<TextSelected | null>(null)
  const [hasSelected, setHasSelected] = useState(false)
  const [selected, setSelected] = useState<SelectedText | null>(null)
  const handleSelect = useCallback((next: TextSelected | null) => {
    setSelection(next)
    if (next) setHasSelected(true)
  }, [])
  const [shown, setShown] = useState<'find' | 'history' | null>(null)
  useSearchEnd(isEditing, () => {
    onTyped('')
    setShown((current) => (current === 'find' ? null : current))
  })
  useFindKey(isEditing, () => setShown('find'))
  const [historyOf, setHistoryOf] = useState<string | null>(null)
  const search = useSearch(session, typed, speaker)
  const names = useSpeakerNames()
  const close = useCallback(() => setAction(null), [])
  const handleHistory = (uuid: string | null) => {
    setHistoryOf(uuid)
    setShown('history')
  }

  const handleShow = (uuid: string) => {
    onTab(TRANSCRIPT_TAB)
    // A hidden transcript has no layout until the next frame.
    requestAnimationFrame(() => view?.scrollToBlock(uuid))
  }

  const handleSearch = (words: string) => {
    onTyped(words)
    onTab(TRANSCRIPT_TAB)
  }

  const panelsOf = (side: 'left' | 'right') =>
    filePage.panels.list().map((panel) => {
      return panel.side === side && <panel.Panel key={panel.id} view={view} onShow={handleShow} />
    })
  const shownTab = filePage.tabs.list().find(({ id }) => id === tab)
  const blockAction = action && filePage.blockActions.list().find(({ types }) => types.includes(action.type))

  return (
    <>
      <Toolbar
        tabs={<FileTabs tab={tab} hasBlocks onTab={onTab} />}
        isOtherTab={tab !== TRANSCRIPT_TAB}
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
      {drafts.length > 0 && <DraftOffer />}
      {/* Closed sidebars render nothing. */}
      <div {...panelOf(TRANSCRIPT_TAB)} className={styles.columns} hidden={tab !== TRANSCRIPT_TAB}>
        {panelsOf('left')}
        <TranscriptPane
          isPartial={isPartial}
          names={names}
          lockedBy={isEditing || mode === 'ending' ? null : lock}
          lockedTooltip={t('lockedBlock')}
          hits={search.hits}
          speaker={speaker}
          onView={setView}
          onAction={setAction}
          onSelect={handleSelect}
        />
        {panelsOf('right')}
      </div>
      {shownTab && (
        <div {...panelOf(shownTab.id)} className={styles.columns}>
          <shownTab.Panel key={shownTab.id} onShow={handleShow} onSearch={handleSearch} />
        </div>
      )}
      {filePage.overlays.list().map(({ id, Overlay }) => (
        <Overlay key={id} view={view} selected={selected} />
      ))}
      {hasSelected && (
        <SelectionLayer
          ranges={tab === TRANSCRIPT_TAB ? (selection?.ranges ?? null) : null}
          isEditing={isEditing}
          onSelected={setSelected}
        />
      )}
      {/* Popovers at a block, and dialogs. */}
      {action && blockAction && <blockAction.Action key={blockAction.id} action={action} onClose={close} />}
      {action?.type === 'times' && (
        <TimesPopover action={action} player={player} onHistory={handleHistory} onClose={close} />
      )}
      {action?.type === 'recogniseAgain' && <RecogniseAgainDialog onClose={close} />}
      {shown === 'history' && <HistoryDialog blockUuid={historyOf} onClose={() => setShown(null)} />}
      {(mode !== 'reading' || isUnsaved) && <LeaveGuard />}
    </>
  )
}
