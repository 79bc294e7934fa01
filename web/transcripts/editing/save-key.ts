import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { useEffect } from 'react'
import type { EditControl } from './edit-control.ts'

/** Compares the letter of the key, or its physical position when an input method reports only `Process`. */
function isSaveKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (
    (key.toLowerCase() === 's' || (key === 'Process' && code === 'KeyS')) &&
    (ctrlKey || metaKey) &&
    !altKey &&
    !shiftKey
  )
}

/**
 * Ctrl/Cmd+S saves in edit mode instead of opening the dialog of the browser. During a conversion, it saves after the
 * conversion has ended, so that no partial word is saved.
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
    if (isCompositionKey(event)) isWaiting = true
    else save()
  }
  target.addEventListener('keydown', handleKey, { capture: true, signal })
  // Runs after the listener of the editor, which commits the composed text to the document.
  target.addEventListener('compositionend', () => isWaiting && save(), { signal })
}

/** Ctrl/Cmd+S saves in edit mode, regardless of the focus (EDIT-40). */
export function useSaveKey(control: EditControl): void {
  useEffect(() => {
    const abort = new AbortController()
    listenForSaveKey(document, control, abort.signal)
    return () => abort.abort()
  }, [control])
}
