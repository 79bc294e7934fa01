// Speaker keys: Alt with a digit of the main row assigns the block at the caret to the n-th speaker of the file. Digits
// alone are typed, with Ctrl or Cmd they select browser tabs, Ctrl+Alt is AltGr, and Alt with the keypad enters
// characters by code. Where a browser uses Alt with a digit itself, a page may override it while its text has the
// focus.
import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { IS_MAC } from '../platform/keyboard.ts'
import { KEYED_SPEAKERS } from '../transcripts/key-counts.ts'

type Pressed = Pick<
  KeyboardEvent,
  'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing' | 'keyCode' | 'repeat'
>

/** The speaker number of a key event, from 1; null for other keys and during a conversion. */
export function speakerKey(event: Pressed): number | null {
  if (isCompositionKey(event) || event.repeat) return null
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  // By `code`, because Option with a digit is another character on a Mac.
  const digit = Number(/^Digit([1-9])$/.exec(event.code)?.[1] ?? 0)
  return digit > 0 && digit <= KEYED_SPEAKERS ? digit : null
}

/** Display text of a speaker key: `Alt+3`, on a Mac `⌥3`. */
export function keyText(digit: number): string {
  return IS_MAC ? `⌥${digit}` : `Alt+${digit}`
}
