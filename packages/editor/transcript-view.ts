import { EditorView } from 'prosemirror-view'
import { openBlockActions } from './block-actions.ts'
import { BlockView } from './block-view.ts'
import type { BlockSettings } from './block-view.ts'
import { BlockViews } from './block-views.ts'
import { ChunkView } from './chunk-view.ts'
import { characterAtPoint } from './click.ts'
import { openClipboard } from './clipboard.ts'
import { createUuid } from './create-uuid.ts'
import { Editing, openState } from './editing.ts'
import type { EditSession } from './edit-session.ts'
import { openFollow } from './follow.ts'
import { walkFurniture } from './furniture-keys.ts'
import { openHits } from './hits.ts'
import type { BlockActionType } from './icon-button.ts'
import { beforeInput } from './input.ts'
import { openKeys } from './keys.ts'
import { openPlayback } from './playback.ts'
import { openSelectionReport, rangesOf } from './selection-report.ts'
import { openSight } from './sight.ts'
import { openSpeakerFilter } from './speaker-filter.ts'
import { Speech, timeAt } from './speech.ts'
import { openTagColours } from './tag-colours.ts'
import type { TranscriptView, TranscriptViewOptions } from './transcript-view-options.ts'

/** Shows a session's transcript in `place`. */
export function openTranscript(
  place: HTMLElement,
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
  const speech = new Speech(documentNow)
  const forgetTimes = session.subscribe(({ changes }) => speech.changed(changes))
  const sight = openSight(scroller, (came, went) => {
    tags.look(came, went)
    hits.look(came, went)
  })
  const tags = openTagColours(views, sight, documentNow)
  const hits = openHits(views, sight)

  const view = new EditorView(place, {
    state: openState(session),
    editable: () => settings.isEditable,
    attributes: { class: 'kaiwa-transcript' },
    scrollMargin: 64,
    scrollThreshold: 48,
    nodeViews: {
      chunk: (node) => new ChunkView(node, sight),
      block: (node) => new BlockView(node, settings, views),
    },
    dispatchTransaction: (transaction) => editing.dispatch(transaction),
    handleKeyDown: (_view, event) => settings.isEditable && keys(view, event),
    handleClick: (_view, _position, event) => handleClick(event),
    handleDOMEvents: {
      beforeinput: (_view, event) => beforeInput(editing, event, createUuid),
      compositionstart: () => editing.compositionBegins(),
      copy: (_view, event) => clipboard.copy(view, event),
      cut: (_view, event) => clipboard.cut(view, event),
      paste: (_view, event) => clipboard.paste(view, event),
      dragstart: (_view, event) => clipboard.dragstart(view, event),
      dragend: () => clipboard.dragend(),
      drop: (_view, event) => clipboard.drop(view, event),
    },
  })
  // Runs after ProseMirror's own listener, which reads the final text from the page.
  view.dom.addEventListener('compositionend', () => editing.compositionEnds(), { signal: abort.signal })

  const editing = new Editing(view, session, {
    settings,
    onRefused,
    onShown(uuids) {
      report.changed()
      if (uuids?.size === 0) return
      tags.refresh(uuids)
      hits.refresh(uuids)
      playback.refresh(uuids)
      refreshFurniture()
    },
  })
  views.offsetOnPage = (uuid, offset) => editing.offsetOnPage(uuid, offset)
  const clipboard = openClipboard(editing, { createUuid, onRefused })
  const askForSpeaker = (uuid: string) => {
    const anchor = views.get(uuid)?.speaker
    if (anchor) options.onAction({ type: 'speaker', uuid, anchor, mode: 'individual' })
  }
  const keys = openKeys(editing, { createUuid, onPlayerKey: options.onPlayerKey, onSeparated: askForSpeaker })
  const report = openSelectionReport(view, scroller, options.onSelect)

  const follow = openFollow(scroller, options.onFollow)
  // Playing from a time resumes auto-scroll.
  const playFrom = (time: number) => {
    follow.resume()
    options.onPlayFrom(time)
  }
  const playback = openPlayback(views, speech, (uuid) => {
    const dom = views.element(uuid)
    if (dom) follow.to(dom)
  })
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

  const actions = openBlockActions(view.dom, views, settings)
  const filter = openSpeakerFilter(view.dom)
  const refreshFurniture = walkFurniture(view.dom, abort.signal)
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
    refreshFurniture()
  }

  return {
    setEditable(isEditable) {
      if (isEditable === settings.isEditable) return
      editing.compositionEnds()
      settings.isEditable = isEditable
      view.setProps({})
      actions.refresh()
    },
    setAbilities(abilities) {
      const { section, speaker } = settings.abilities
      if (abilities.section === section && abilities.speaker === speaker) return
      settings.abilities = abilities
      redraw((block) => block.draw())
    },
    setLockedBlocks(uuids, tooltip) {
      settings.locked = { uuids, tooltip }
      redraw((block) => block.drawLock())
    },
    setTagColours: (colours) => tags.setColours(colours),
    redrawSpeakers: () => redraw((block) => block.draw()),
    caret: () => editing.span()?.head ?? null,
    focusAt(goal) {
      if (!editing.select({ anchor: goal, head: goal })) return false
      view.focus()
      return editing.select({ anchor: goal, head: goal }, { isScrolled: true })
    },
    selectTo(goal) {
      const span = editing.span()
      return span !== null && editing.select({ anchor: span.anchor, head: goal }, { isScrolled: true })
    },
    selectedRanges: () => rangesOf(view.state),
    moveTo: (time) => playback.moveTo(time),
    resumeFollowing() {
      follow.resume()
      const uuid = playback.current()
      const dom = uuid === null ? null : views.element(uuid)
      if (dom) follow.jump(dom)
    },
    scrollToBlock(uuid) {
      const dom = views.element(uuid)
      if (!dom) return false
      follow.pause()
      follow.jump(dom)
      return true
    },
    showHits: (passages, current) => hits.show(passages, current),
    filterSpeaker: (id) => filter.show(id),
    destroy() {
      editing.stop()
      forgetTimes()
      abort.abort()
      report.stop()
      actions.stop()
      follow.stop()
      playback.stop()
      tags.stop()
      hits.clear()
      filter.stop()
      view.destroy()
      sight.stop()
    },
  }
}
