import type { BlockRange, TextPosition } from '@kaiwa/transcript'
import type { Abilities } from './block-view.ts'
import type { Passage } from './hit-highlights.ts'
import type { BlockActionType } from './icon-button.ts'
import type { Labels } from './labels.ts'
import type { PaintedPassage } from './painted-passages.ts'
import type { PlayerAction } from './player-shortcuts.ts'
import type { RefusalReason } from './edit-refusal.ts'
import type { TextSelected } from './selection-report.ts'
import type { SpeakerLook } from '@kaiwa/transcript/speaker-identity.ts'

/** A button of a block line was used; `anchor` is the button. */
export interface BlockAction {
  readonly type: BlockActionType
  readonly uuid: string
  readonly anchor: HTMLElement
  /** With 'speaker': the kind of change, when known. */
  readonly mode?: 'individual' | 'multi'
}

export interface TranscriptViewOptions {
  labels: Labels
  /** Language tag of the text; '' when unknown. */
  language: string
  /** The scrolling element around the transcript. */
  scroller: HTMLElement
  abilities: Abilities
  /** Called with a time (seconds) when the user clicks a time button or a word to play from it. */
  onPlayFrom(time: number): void
  /** Called when the user's scroll pauses auto-scroll, or when it resumes. */
  onAutoScroll(active: boolean): void
  /** A button of a block line was used. */
  onAction(action: BlockAction): void
  /** Called when text is selected; null when the selection ends. */
  onSelect(selection: TextSelected | null): void
  /** Called when an edit was refused. */
  onRefused(reason: RefusalReason): void
  /** Called when a key of `PLAYER_KEYS` was pressed in the text. */
  onPlayerKey(action: PlayerAction): void
}

/** Marks over the text, as CSS highlights. They exist only near the window, and cost nothing when the layer is removed. */
export interface Layer {
  /** Repaints blocks whose passages have changed; null for all. Changes of the text repaint by themselves. */
  refresh(uuids: Iterable<string> | null): void
  remove(): void
}

/**
 * A transcript on the page. It shows the session's document, including changes from other sources, and can be edited while
 * the session is in edit mode.
 */
export interface TranscriptView {
  setAbilities(abilities: Abilities): void
  /** Sets the blocks that cannot be edited now; `tooltip` gives the reason. */
  setLockedBlocks(uuids: ReadonlySet<string>, tooltip: string): void
  /** Paints the passages of each block. The style of a highlight is `::highlight(name)`. */
  addLayer(passagesOf: (uuid: string) => readonly PaintedPassage[]): Layer
  /** Sets the colour (#rrggbb) of each tag id and shows tagged passages in it. */
  setTagColours(colours: ReadonlyMap<number, string>): void
  /** Call after names or pictures of speakers have changed. */
  showSpeakers(speakers: Iterable<SpeakerLook>): void
  /** The caret, or the moving end of the selection; null without one. */
  caret(): TextPosition | null
  /** Sets the caret, scrolls it into view and focuses the text; false when the block does not exist. */
  focusAt(position: TextPosition): boolean
  /** Extends the selection from the caret to `position`; false when the block does not exist. */
  selectTo(position: TextPosition): boolean
  /** The selected range of each block. */
  selectedRanges(): readonly BlockRange[]
  /** Marks the word at `time` (seconds) and scrolls with it. Fast enough for every frame. */
  moveTo(time: number): void
  /** Resumes auto-scroll at the block being spoken. */
  resumeAutoScroll(): void
  /** Scrolls to a block and pauses auto-scroll; false when no shown block has this uuid. */
  scrollToBlock(uuid: string): boolean
  showHits(passages: readonly Passage[], current: number): void
  /** Marks passages with comments, and `current` in another colour. */
  showComments(passages: readonly Passage[], current: Passage | null): void
  /** Shows only the blocks of this speaker; null shows all. */
  filterSpeaker(id: number | null): void
  destroy(): void
}
