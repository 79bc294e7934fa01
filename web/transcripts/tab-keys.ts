import { isConversion } from '@kaiwa/editor/is-conversion.ts'

/** The views of a file. The third view of the specification is not implemented yet. */
export const FILE_TABS = ['files', 'tags'] as const
export type FileTab = (typeof FILE_TABS)[number]

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing' | 'keyCode' | 'defaultPrevented'
>

/** The tab that a key opens (FILE-09); null for other keys, during a conversion and with a modifier. */
export function tabOfKey(event: Pressed): FileTab | null {
  if (isConversion(event) || event.defaultPrevented) return null
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  return /^[1-9]$/.test(event.key) ? (FILE_TABS[Number(event.key) - 1] ?? null) : null
}

const TYPED_INTO = 'input:not([type=range], [type=checkbox], [type=radio]), textarea, select'

/** Whether the focused element handles digits: text fields, lists with type-ahead, dialogs and menus. */
export const takesDigits = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest(`${TYPED_INTO}, [role=dialog], [role=menu], [role=listbox]`) !== null)
