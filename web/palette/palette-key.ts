import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { IS_MAC } from '../platform/keyboard.ts'

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'keyCode'>

/**
 * Whether a key opens the palette: Ctrl+K, or ⌘K on a Mac, where Ctrl+K deletes to the end of the line. Never during a
 * conversion, whose text the field would lose with the focus.
 */
export function isPaletteKey(event: Key, isMac = IS_MAC): boolean {
  if (isCompositionKey(event) || event.altKey || event.shiftKey) return false
  return event.key.toLowerCase() === 'k' && event.metaKey === isMac && event.ctrlKey !== isMac
}
