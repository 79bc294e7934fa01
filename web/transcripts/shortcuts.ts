// The keyboard shortcuts of the file page. The list in edit mode and the user guide show these tables.
import { PLAYER_KEYS } from '@kaiwa/editor/player-shortcuts.ts'
import { IS_MAC } from '../platform/keyboard.ts'
import { KEYED_SPEAKERS, KEYED_TABS } from './key-counts.ts'
import type { ja } from './editing/texts.ja.ts'

/** A shortcut with its action. */
export interface Shortcut {
  /** Key of its name, under `guide` in the texts of `editing`. */
  action: keyof typeof ja.guide
  /** Keys to press together. `Mod` is Ctrl, or ⌘ on a Mac. */
  keys: readonly string[]
  /** Whether the keys must be pressed twice. */
  isTwice?: boolean
}

/** Keys that work while reading and while typing. */
const UNCERTAIN_SHORTCUTS: readonly Shortcut[] = [
  { action: 'previousUncertain', keys: ['Alt', ','] },
  { action: 'nextUncertain', keys: ['Alt', '.'] },
]
/** Pressed in the search field, it is the search of the browser. */
const SEARCH_SHORTCUT: Shortcut = { action: 'search', keys: ['Mod', 'F'] }
/** Keys of every page, also in text fields. */
export const GLOBAL_SHORTCUTS: readonly Shortcut[] = [{ action: 'palette', keys: ['Mod', 'K'] }]

/** Editing keys (EDIT-19 to EDIT-21), and player keys that work while typing. */
export const EDIT_SHORTCUTS: readonly Shortcut[] = [
  { action: 'newline', keys: ['Enter'] },
  { action: 'split', keys: ['Mod', 'Enter'] },
  { action: 'splitTwice', keys: ['Mod', 'Enter'], isTwice: true },
  { action: 'mergeBack', keys: ['Backspace'] },
  { action: 'mergeForward', keys: ['Delete'] },
  { action: 'undo', keys: ['Mod', 'Z'] },
  { action: 'redo', keys: IS_MAC ? ['Shift', 'Mod', 'Z'] : ['Ctrl', 'Y'] },
  { action: 'save', keys: ['Mod', 'S'] },
  SEARCH_SHORTCUT,
  // Ctrl on a Mac too, where ⌘H hides the browser.
  { action: 'find', keys: ['Ctrl', 'H'] },
  { action: 'speaker', keys: ['Alt', `1…${KEYED_SPEAKERS}`] },
  ...PLAYER_KEYS,
  ...UNCERTAIN_SHORTCUTS,
  ...GLOBAL_SHORTCUTS,
]

/** Keys that work outside of text fields. */
export const READ_SHORTCUTS: readonly Shortcut[] = [
  { action: 'toggle', keys: ['Space'] },
  { action: 'back', keys: ['Left'] },
  { action: 'forward', keys: ['Right'] },
  { action: 'slower', keys: ['<'] },
  { action: 'faster', keys: ['>'] },
  ...UNCERTAIN_SHORTCUTS,
  SEARCH_SHORTCUT,
  { action: 'tab', keys: [`1…${KEYED_TABS}`] },
]
