import { EditorView } from 'prosemirror-view'
import { openBlockActions } from './block-actions.ts'
import { type BlockSettings, BlockView } from './block-view.ts'
import { BlockViews } from './block-views.ts'
import { ChunkView, GroupView } from './chunk-view.ts'
import { isCaretInView, SCROLL_THRESHOLD } from './caret-in-view.ts'
import { characterAtPoint } from './character-at-point.ts'
import { openCommentMarks } from './comment-marks.ts'
import { openClipboard } from './clipboard.ts'
import { createEditorState, Editing } from './editing.ts'
import type { EditSession } from './edit-session.ts'
import { openAutoScroll } from './auto-scroll.ts'
import { openRovingTabindex } from './roving-tabindex.ts'
import { openHits } from './hit-highlights.ts'
import type { BlockActionType } from './icon-button.ts'
import type { Input } from './input.ts'
import { keepPlace } from './keep-place.ts'
import { openNearGroups } from './near-groups.ts'
import { openPaintedPassages, uuidsIn } from './painted-passages.ts'
import type { PaintedPassages } from './painted-passages.ts'
import { openPlayback } from './playback.ts'
import { openSelectionReport, rangesOf } from './selection-report.ts'
import { openVisibleChunks } from './visible-chunks.ts'
import { openSpeakerFilter } from './speaker-filter.ts'
import { openSpeakerLooks } from './speaker-looks.ts'
import { timeAt, WordTimeline } from './word-timeline.ts'
import { openTagColours } from './tag-colours.ts'
import type { TranscriptView, TranscriptViewOptions } from './transcript-view-options.ts'

/** Shows a session's transcript in `container`. */
export function openTranscript(
  container: HTMLElement,
  session: EditSession,
  options: TranscriptViewOptions,
): TranscriptView {
  const { scroller, onRefused } = options
  const abort = new AbortController()
  const documentNow = () => session.getState().document
  const settings: BlockSettings = {
    labels: options.labels,
    language: options.language,
    abilities: options.abilities,
    isEditable: false,
    locked: { uuids: new Set(), tooltip: '' },
  }
  const views = new BlockViews<BlockView>()
  const timeline = new WordTimeline(documentNow)
  const unsubscribeTimeline = session.subscribe(({ changes }) => timeline.invalidate(changes))
  const nearGroups = openNearGroups()
  const visibleChunks = openVisibleChunks(scroller, (entered, left) => {
    nearGroups.update(visibleChunks.chunks)
    for (const uuid of entered.flatMap(uuidsIn)) views.get(uuid)?.reveal()
    tags.updateVisible(entered, left)
    hits.updateVisible(entered, left)
    for (const layer of layers) layer.updateVisible(entered, left)
    comments.updateVisible(entered, left)
  })
  const tags = openTagColours(views, visibleChunks, documentNow)
  const hits = openHits(views, visibleChunks)
  const comments = openCommentMarks(views, visibleChunks, (count) => settings.labels.comments(count))
  const layers = new Set<PaintedPassages>()

  const view = new EditorView(container, {
    state: createEditorState(session),
    editable: () => settings.isEditable,
    attributes: { class: 'kaiwa-transcript' },
    scrollMargin: 64,
    scrollThreshold: SCROLL_THRESHOLD,
    handleScrollToSelection: (shown) => isCaretInView(shown, scroller),
    nodeViews: {
      group: (node) => {
        const group = new GroupView(node)
        // The first frame shows the first group.
        if (views.size === 0) nearGroups.add(group.dom)
        return group
      },
      chunk: (node) => new ChunkView(node, visibleChunks),
      block: (node) => new BlockView(node, settings, views),
    },
    dispatchTransaction: (transaction) => editing.dispatch(transaction),
    handleKeyDown: (_view, event) => settings.isEditable && input !== null && input.press(view, event),
    handleClick: (_view, _position, event) => handleClick(event),
    handleDOMEvents: {
      beforeinput: (_view, event) => input?.beforeInput(event) ?? false,
      compositionstart: () => editing.beginComposition(),
      copy: (_view, event) => clipboard.copy(view, event),
      cut(_view, event) {
        if (clipboard.copy(view, event)) input?.removeSelection()
        return true
      },
      paste(_view, event) {
        event.preventDefault()
        input?.paste(event)
        return true
      },
      dragstart: (_view, event) => clipboard.dragstart(view, event),
      dragend: () => clipboard.dragend(),
      drop(_view, event) {
        event.preventDefault()
        const isOwn = clipboard.drop()
        input?.drop(view, event, isOwn)
        return true
      },
    },
  })
  // Runs after ProseMirror's own listener, which reads the final text from the page.
  view.dom.addEventListener('compositionend', () => editing.endComposition(), { signal: abort.signal })

  const editing = new Editing(view, session, {
    settings,
    onRefused,
    onPageChange(uuids) {
      report.changed()
      if (uuids?.size === 0) return
      if (!uuids) nearGroups.update(visibleChunks.chunks)
      tags.refresh(uuids)
      hits.refresh(uuids)
      for (const layer of layers) layer.refresh(uuids)
      comments.refresh(uuids)
      playback.refresh(uuids)
      refreshTabStop()
    },
    keepPlace: (change) => keepPlace(scroller, visibleChunks.chunks, change),
  })
  views.offsetOnPage = (uuid, offset) => editing.offsetOnPage(uuid, offset)
  const clipboard = openClipboard(editing)
  /** Opened with edit mode. */
  let input: Input | null = null
  const askForSpeaker = (uuid: string) => {
    const anchor = views.get(uuid)?.speaker
    if (anchor) options.onAction({ type: 'speaker', uuid, anchor, mode: 'individual' })
  }
  const report = openSelectionReport(view, scroller, options.onSelect)

  const autoScroll = openAutoScroll(scroller, options.onAutoScroll)
  // Playing from a time resumes auto-scroll.
  const playFrom = (time: number) => {
    autoScroll.resume()
    options.onPlayFrom(time)
  }
  const playback = openPlayback(views, timeline, (uuid) => {
    const dom = views.element(uuid)
    if (dom) autoScroll.keepInView(dom)
  })
  /** Scrolls to a block wherever it is. */
  const jumpTo = (block: HTMLElement) => {
    nearGroups.add(block.closest('.kaiwa-group')!)
    autoScroll.jump(block)
  }
  /** In edit mode a plain click sets the caret; Alt, Ctrl or Cmd with a click plays. */
  const handleClick = (event: MouseEvent): boolean => {
    const isPlay = !settings.isEditable || event.altKey || event.ctrlKey || event.metaKey
    if (!isPlay || !document.getSelection()?.isCollapsed) return false
    const character = characterAtPoint(view, event.clientX, event.clientY)
    const block = character && documentNow().blocks.get(character.uuid)
    if (!block) return false
    playFrom(timeAt(block, character.offset))
    return true
  }

  const actions = openBlockActions(view.dom, views, settings, (uuid) => comments.countOf(uuid))
  const filter = openSpeakerFilter(view.dom)
  const looks = openSpeakerLooks(document)
  const refreshTabStop = openRovingTabindex(view.dom, {
    signal: abort.signal,
    reveal: ({ dataset }) => views.get(dataset['block']!)?.reveal(),
  })
  view.dom.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest<HTMLElement>('.kaiwa-time, [data-action]') : null
      const uuid = button?.closest<HTMLElement>('.kaiwa-block')?.dataset['block']
      const block = uuid === undefined ? undefined : documentNow().blocks.get(uuid)
      if (!button || !block) return
      const type = button.dataset['action'] as BlockActionType | undefined
      if (type) options.onAction({ type, uuid: block.uuid, anchor: button })
      else playFrom(block.start_time)
    },
    { signal: abort.signal },
  )
  // The print has the times of all blocks.
  addEventListener('beforeprint', () => Array.from(views, (block) => block.reveal()), { signal: abort.signal })
  // A mouse click on a button keeps focus and caret in place, so Space still toggles playback.
  view.dom.addEventListener(
    'mousedown',
    (event) => {
      if (event.target instanceof Element && event.target.closest('.kaiwa-time, [data-action]')) event.preventDefault()
    },
    { signal: abort.signal },
  )

  const redraw = (draw: (block: BlockView) => void) => {
    for (const block of views) draw(block)
    actions.refresh()
    refreshTabStop()
  }

  const followEditMode = () => {
    const { isEditing } = session.getState()
    if (isEditing === settings.isEditable) return
    editing.endComposition()
    settings.isEditable = isEditing
    if (isEditing)
      input ??= session.tools.openInput(editing, {
        onPlayerKey: options.onPlayerKey,
        onSecondSplit: askForSpeaker,
        onRefused,
      })
    view.setProps({})
    actions.refresh()
  }
  followEditMode()
  const unsubscribe = session.subscribe(followEditMode)

  return {
    setAbilities(abilities) {
      const { section, speaker, comment } = settings.abilities
      if (abilities.section === section && abilities.speaker === speaker && abilities.comment === comment) return
      settings.abilities = abilities
      redraw((block) => block.draw())
    },
    setLockedBlocks(uuids, tooltip) {
      settings.locked = { uuids, tooltip }
      redraw((block) => block.drawLock())
    },
    addLayer(passagesOf) {
      const layer = openPaintedPassages(views, visibleChunks, passagesOf)
      layers.add(layer)
      layer.refresh(null)
      return {
        refresh: (uuids) => layer.refresh(uuids),
        remove() {
          layers.delete(layer)
          layer.clear()
        },
      }
    },
    setTagColours: (colours) => tags.setColours(colours),
    showSpeakers(speakers) {
      looks.show(speakers)
      redraw((block) => block.draw())
    },
    caret: () => editing.directedSelection()?.head ?? null,
    focusAt(position) {
      if (!editing.select({ anchor: position, head: position })) return false
      view.focus()
      return editing.select({ anchor: position, head: position }, { isScrolled: true })
    },
    selectTo(position) {
      const selection = editing.directedSelection()
      return selection !== null && editing.select({ anchor: selection.anchor, head: position }, { isScrolled: true })
    },
    selectedRanges: () => rangesOf(view.state),
    moveTo: (time) => playback.moveTo(time),
    resumeAutoScroll() {
      autoScroll.resume()
      const uuid = playback.current()
      const dom = uuid === null ? null : views.element(uuid)
      if (dom) jumpTo(dom)
    },
    scrollToBlock(uuid) {
      const dom = views.element(uuid)
      // A block of another speaker than the filter's has no box.
      if (!dom?.offsetParent) return false
      autoScroll.pause()
      jumpTo(dom)
      return true
    },
    showHits: (passages, current) => hits.show(passages, current),
    showComments: (passages, current) => comments.show(passages, current),
    filterSpeaker: (id) => filter.show(id),
    destroy() {
      editing.stop()
      unsubscribe()
      unsubscribeTimeline()
      abort.abort()
      report.stop()
      actions.stop()
      autoScroll.stop()
      playback.stop()
      tags.stop()
      hits.clear()
      for (const layer of layers) layer.clear()
      comments.clear()
      filter.stop()
      looks.stop()
      view.destroy()
      visibleChunks.stop()
    },
  }
}
