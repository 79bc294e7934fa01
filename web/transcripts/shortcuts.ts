// The keys of the file page, written once: the list in edit mode and the user guide show these tables.
import { PLAYER_KEYS } from '@kaiwa/editor/player-keys.ts'
import { IS_MAC } from '../platform/keyboard.ts'
import { KEYED_SPEAKERS } from '../speakers/speaker-keys.ts'
import { FILE_TABS } from './tab-keys.ts'
import type { ja } from './editing/texts.ja.ts'

/** One thing that keys do. */
export type Shortcut = {
  /** Its name, under `guide` in the texts of editing. */
  action: keyof typeof ja.guide
  /** Pressed together; `Mod` is Ctrl, on a Mac ⌘. */
  keys: readonly string[]
  /** Pressed twice. */
  isTwice?: boolean
}

/** What the keys do in the text (EDIT-19…21), and those that play while one types. */
export const EDIT_SHORTCUTS: readonly Shortcut[] = [
  { action: 'newline', keys: ['Enter'] },
  { action: 'split', keys: ['Mod', 'Enter'] },
  { action: 'splitTwice', keys: ['Mod', 'Enter'], isTwice: true },
  { action: 'mergeBack', keys: ['Backspace'] },
  { action: 'mergeForward', keys: ['Delete'] },
  { action: 'undo', keys: ['Mod', 'Z'] },
  { action: 'redo', keys: IS_MAC ? ['Shift', 'Mod', 'Z'] : ['Ctrl', 'Y'] },
  { action: 'save', keys: ['Mod', 'S'] },
  // ⌘H hides the browser on a Mac.
  { action: 'find', keys: ['Ctrl', 'H'] },
  { action: 'speaker', keys: ['Alt', `1…${KEYED_SPEAKERS}`] },
  ...PLAYER_KEYS,
]

/** What they do while nobody types. */
export const READ_SHORTCUTS: readonly Shortcut[] = [
  { action: 'toggle', keys: ['Space'] },
  { action: 'back', keys: ['Left'] },
  { action: 'forward', keys: ['Right'] },
  { action: 'tab', keys: [`1…${FILE_TABS.length}`] },
]
