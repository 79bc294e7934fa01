import { isCompositionKey } from '@kaiwa/editor/is-composition-key.ts'
import { useEffect, useRef } from 'react'

/** Ctrl+H opens find and replace in edit mode; on a Mac too, where ⌘H hides the browser. */
export function useFindKey(isEditing: boolean, onFind: () => void): void {
  const latest = useRef(onFind)
  useEffect(() => {
    latest.current = onFind
  })
  useEffect(() => {
    if (!isEditing) return undefined
    const handleKey = (event: KeyboardEvent) => {
      if (isCompositionKey(event)) return
      if (event.key.toLowerCase() !== 'h' || !event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isEditing])
}
