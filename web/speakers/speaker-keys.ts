// Speaker keys: Alt with a digit of the main row gives the block at the caret to the n-th speaker of the file. Alone the
// digits are typed, with Ctrl or Cmd they choose the browser's tabs, and Ctrl+Alt is AltGr; the keypad with Alt writes
// characters by number. Where a browser uses Alt with a digit itself, a page may take it while its text has the focus.
import { isConversion } from '@kaiwa/editor/is-conversion.ts'
import { IS_MAC } from '../platform/keyboard.ts'

/** The speakers of a file that have a key, from 1. */
export const KEYED_SPEAKERS = 9

type Pressed = Pick<
  KeyboardEvent,
  'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing' | 'keyCode' | 'repeat'
>

/** Which speaker a key asks for, from 1; null for every other key and during a conversion. */
export function speakerKey(event: Pressed): number | null {
  if (isConversion(event) || event.repeat) return null
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  // By its place: on a Mac, Option with a digit is another character.
  const digit = Number(/^Digit([1-9])$/.exec(event.code)?.[1] ?? 0)
  return digit > 0 && digit <= KEYED_SPEAKERS ? digit : null
}

/** How the key of a speaker is written: `Alt+3`, on a Mac `⌥3`. */
export const keyText = (digit: number): string => (IS_MAC ? `⌥${digit}` : `Alt+${digit}`)
