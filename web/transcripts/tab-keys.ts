import { isConversion } from '@kaiwa/editor/is-conversion.ts'

/** The views of a file. The third of the specification comes with its page. */
export const FILE_TABS = ['files', 'tags'] as const
export type FileTab = (typeof FILE_TABS)[number]

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'isComposing' | 'keyCode' | 'defaultPrevented'
>

/** The tab that a key asks for (FILE-09); null for every other key, during a conversion and with a modifier. */
export function tabOfKey(event: Pressed): FileTab | null {
  if (isConversion(event) || event.defaultPrevented) return null
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null
  return /^[1-9]$/.test(event.key) ? (FILE_TABS[Number(event.key) - 1] ?? null) : null
}

const TYPED_INTO = 'input:not([type=range], [type=checkbox], [type=radio]), textarea, select'

/** Whether what has the focus takes digits itself: text, lists that search by typing, anything in front of the page. */
export const takesDigits = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest(`${TYPED_INTO}, [role=dialog], [role=menu], [role=listbox]`) !== null)
