import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { IS_MAC } from '../platform/keyboard.ts'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'keyCode'>

/** Whether a key searches the transcript: Ctrl+F, or ⌘F on a Mac, where Ctrl+F moves the cursor. Never during a conversion. */
export function isSearchKey(event: Key, isMac = IS_MAC): boolean {
  if (isCompositionKey(event) || event.altKey || event.shiftKey) return false
  return event.key.toLowerCase() === 'f' && event.metaKey === isMac && event.ctrlKey !== isMac
}
