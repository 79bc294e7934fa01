import { useEffect } from 'react'
import type { EditControl } from './edit-control.ts'

/** Ctrl/Cmd+S saves while somebody edits, wherever the focus is; the browser's own dialog stays away (EDIT-40). */
export function useSaveKey(control: EditControl): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (control.getState().mode !== 'editing') return
      event.preventDefault()
      // What is being composed is saved when it is written.
      if (!event.isComposing && event.keyCode !== 229) void control.save()
    }
    document.addEventListener('keydown', handleKey, { capture: true })
    return () => document.removeEventListener('keydown', handleKey, { capture: true })
  }, [control])
}
