import { useEffect } from 'react'
import { listenForSaveKey } from './save-key.ts'
import type { EditControl } from './edit-control.ts'

/** Ctrl/Cmd+S saves in edit mode, regardless of the focus (EDIT-40). */
export function useSaveKey(control: EditControl): void {
  useEffect(() => {
    const abort = new AbortController()
    listenForSaveKey(document, control, abort.signal)
    return () => abort.abort()
  }, [control])
}
