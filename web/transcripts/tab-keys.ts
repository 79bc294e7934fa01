import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing' | 'keyCode' | 'defaultPrevented'
>

/** The number of the tab that a key opens, from 1 (FILE-09); null for other keys, during a conversion and with a modifier. */
export function tabOfKey(event: Pressed): number | null {
  if (isCompositionKey(event) || event.defaultPrevented) return null
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  return /^[1-9]$/.test(event.key) ? Number(event.key) : null
}

const TYPED_INTO = 'input:not([type=range], [type=checkbox], [type=radio]), textarea, select'

/** Whether the focused element handles digits: text fields, lists with type-ahead, dialogs and menus. */
export function takesDigits(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest(`${TYPED_INTO}, [role=dialog], [role=menu], [role=listbox]`) !== null)
  )
}
