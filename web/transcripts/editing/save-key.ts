import { isConversion } from '@kaiwa/editor/is-conversion.ts'
import type { EditControl } from './edit-control.ts'

/** The key by its letter; an input method may leave nothing but its place on the keyboard. */
const isSaveKey = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (key.toLowerCase() === 's' || (key === 'Process' && code === 'KeyS')) && (ctrlKey || metaKey) && !altKey && !shiftKey

/**
 * Ctrl/Cmd+S saves while somebody edits; the browser's own dialog stays away. In the middle of a conversion it saves when
 * that has ended: nobody means half of a word.
 */
export function listenForSaveKey(
  target: EventTarget,
  control: Pick<EditControl, 'getState' | 'save'>,
  signal: AbortSignal,
): void {
  let isWaiting = false
  const save = () => {
    isWaiting = false
    if (control.getState().mode === 'editing') void control.save()
  }
  const handleKey = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || !isSaveKey(event) || control.getState().mode !== 'editing') return
    event.preventDefault()
    if (isConversion(event)) isWaiting = true
    else save()
  }
  target.addEventListener('keydown', handleKey, { capture: true, signal })
  // Behind the editor's own listener: what was composed is in the document then.
  target.addEventListener('compositionend', () => isWaiting && save(), { signal })
}
