import type { BlockRange, Place } from '@kaiwa/transcript'
import type { Abilities } from './block-view.ts'
import type { Passage } from './hits.ts'
import type { BlockActionType } from './icon-button.ts'
import type { Labels } from './labels.ts'
import type { PlayerAction } from './player-keys.ts'
import type { RefusalReason } from './refusal.ts'
import type { TextSelected } from './selection-report.ts'

/** Something was asked for at a block line; `anchor` is the button. */
export interface BlockAction {
  readonly type: BlockActionType
  readonly uuid: string
  readonly anchor: HTMLElement
  /** With 'speaker': how the change is meant, where it is known. */
  readonly mode?: 'individual' | 'multi'
}

export interface TranscriptViewOptions {
  labels: Labels
  /** What the text is written in, a language tag; '' when nobody knows. */
  language: string
  /** The element around `place` that scrolls. */
  scroller: HTMLElement
  abilities: Abilities
  /** The reader asked to play from a time (seconds) by its button or by a word. */
  onPlayFrom(time: number): void
  /** Following the playing block was paused by the reader's scroll, or resumed. */
  onFollow(active: boolean): void
  /** A button of a block line was used. */
  onAction(action: BlockAction): void
  /** Text was selected by mouse, keyboard or touch; null: no more. */
  onSelect(selection: TextSelected | null): void
  /** An edit was not done. */
  onRefused(reason: RefusalReason): void
  /** A key of `PLAYER_KEYS` was pressed in the text. */
  onPlayerKey(action: PlayerAction): void
}

/** A transcript on the page. It shows what the session holds, whoever changes that. */
export interface TranscriptView {
  /** Lets the text be edited. */
  setEditable(isEditable: boolean): void
  setAbilities(abilities: Abilities): void
  /** Blocks that cannot be changed now; `tooltip` says why. */
  setLockedBlocks(uuids: ReadonlySet<string>, tooltip: string): void
  /** Shows tagged passages in these colours (#rrggbb) by tag id. */
  setTagColours(colours: ReadonlyMap<number, string>): void
  /** Names of speakers have changed. */
  redrawSpeakers(): void
  /** Where the caret, or the moving end of the selection, is; null without one. */
  caret(): Place | null
  /** Puts the caret there, into view and into focus; false when there is no such block. */
  focusAt(place: Place): boolean
  /** Selects from the caret to there; false when there is no such block. */
  selectTo(place: Place): boolean
  /** What is selected of each block. */
  selectedRanges(): readonly BlockRange[]
  /** Marks what is spoken at `time` (seconds) and follows it. Meant for every frame. */
  moveTo(time: number): void
  /** Follows again, beginning at the block that is being spoken. */
  resumeFollowing(): void
  /** Brings a block into view and leaves the page there; false when there is none with this uuid. */
  scrollToBlock(uuid: string): boolean
  showHits(passages: readonly Passage[], current: number): void
  /** Shows only the blocks of this speaker; null shows all. */
  filterSpeaker(id: number | null): void
  destroy(): void
}
