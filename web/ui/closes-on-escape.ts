import { isConversion } from '@kaiwa/editor/is-conversion.ts'
import type { KeyboardEvent } from 'react'

/** For a popover with text fields, in place of the library's own handler: the Escape that gives up a conversion closes nothing. */
export const closesOnEscape =
  (onClose: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isConversion(event.nativeEvent)) return
    event.stopPropagation()
    onClose()
  }
