import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import type { KeyboardEvent } from 'react'

/**
 * Replaces the library's Escape handler in popovers with text fields: the Escape that cancels a conversion does not
 * close them.
 */
export function closesOnEscape(onClose: () => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isCompositionKey(event.nativeEvent)) return
    event.stopPropagation()
    onClose()
  }
}
