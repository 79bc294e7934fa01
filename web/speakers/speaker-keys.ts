// Speaker keys: Alt with a digit of the main row gives the block at the caret to the n-th speaker of the file. Alone the
// digits are typed, with Ctrl or Cmd they choose the browser's tabs, and Ctrl+Alt is AltGr; the keypad with Alt writes
// characters by number. Where a browser uses Alt with a digit itself, a page may take it while its text has the focus.
import { KEYED_SPEAKERS } from './speaker-rows.ts'

type Pressed = Pick<
  KeyboardEvent,
  'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing' | 'keyCode' | 'repeat'
>

/** Which speaker a key asks for, from 1; null for every other key and during a conversion. */
export function speakerKey(event: Pressed): number | null {
  if (event.isComposing || event.keyCode === 229 || event.repeat) return null
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  // By its place: on a Mac, Option with a digit is another character.
  const digit = Number(/^Digit([1-9])$/.exec(event.code)?.[1] ?? 0)
  return digit > 0 && digit <= KEYED_SPEAKERS ? digit : null
}

const isMac = (): boolean => /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

/** How the key of a speaker is written: `Alt+3`, on a Mac `⌥3`. */
export const keyText = (digit: number): string => (isMac() ? `⌥${digit}` : `Alt+${digit}`)

/** All of them, for the shortcut guide. */
export const SPEAKER_KEYS = ['Alt', `1…${KEYED_SPEAKERS}`] as const
