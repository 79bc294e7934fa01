import type { BlockViews } from './block-views.ts'
import { WORD_HIGHLIGHT, openMarks } from './highlights.ts'
import type { WordTimeline } from './word-timeline.ts'

/** Shows the playback position: the word by a highlight, the block by `data-current`. */
export interface Playback {
  /** Fast enough to call on every animation frame. `onBlock` is called when the block changes. */
  moveTo(time: number): void
  /** Redraws after these blocks (null: any) have changed. */
  refresh(uuids: ReadonlySet<string> | null): void
  /** Uuid of the block that is being spoken. */
  current(): string | null
  stop(): void
}

export function openPlayback(views: BlockViews, speech: WordTimeline, onBlock: (uuid: string) => void): Playback {
  const marks = openMarks(WORD_HIGHLIGHT)
  // No redraw is needed for times between `since` and `until`.
  let since = 0
  let until = -Infinity
  let marked: object | null = null
  let markedIn: string | null = null
  let block: string | null = null
  let blockDom: HTMLElement | null = null
  let time = -Infinity

  const showBlock = (uuid: string | null) => {
    const dom = uuid === null ? null : views.element(uuid)
    if (dom !== blockDom) {
      blockDom?.removeAttribute('data-current')
      dom?.setAttribute('data-current', '')
      blockDom = dom
    }
    if (uuid === block) return
    block = uuid
    if (uuid !== null) onBlock(uuid)
  }

  const moveTo = (next: number) => {
    time = next
    if (next >= since && next < until) return
    const moment = speech.at(next)
    const { word } = moment
    if ((word?.term ?? null) !== marked) {
      marked = word?.term ?? null
      markedIn = word?.uuid ?? null
      const range = word && views.range(word.uuid, word.term.offset, word.term.offset + word.term.text.length)
      marks.show(range ? [range] : [])
    }
    showBlock(moment.block)
    since = next
    until = moment.until
  }

  return {
    moveTo,
    current: () => block,
    refresh(uuids) {
      until = -Infinity
      if (!uuids || markedIn === null || uuids.has(markedIn)) {
        marked = null
        marks.clear()
      }
      if (time > -Infinity) moveTo(time)
    },
    stop() {
      marks.clear()
      blockDom?.removeAttribute('data-current')
    },
  }
}
