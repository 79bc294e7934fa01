// Alt (Option) with comma and full stop, on whose keys < and > stand: to the uncertain words before and behind. Neither
// browsers nor input methods use them; function keys convert kana, and Alt with a letter starts an accent on a Mac.
import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'

type Pressed = Pick<
  KeyboardEvent,
  'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing' | 'keyCode' | 'defaultPrevented'
>

const STEPS: Readonly<Record<string, 1 | -1>> = { Comma: -1, Period: 1 }

/** The direction of a key; null for other keys and during a conversion. By `code`, because Option changes the character. */
export function uncertainStep(event: Pressed): 1 | -1 | null {
  if (isCompositionKey(event) || event.defaultPrevented) return null
  if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  return STEPS[event.code] ?? null
}
