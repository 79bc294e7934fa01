import { useEffect, useRef } from 'react'

/** Ctrl+H (⌘⌥F on a Mac is the browser's) opens find and replace while somebody edits. */
export function useFindKey(isEditing: boolean, onFind: () => void): void {
  const latest = useRef(onFind)
  useEffect(() => {
    latest.current = onFind
  })
  useEffect(() => {
    if (!isEditing) return undefined
    const handleKey = (event: KeyboardEvent) => {
      if (event.isComposing || event.keyCode === 229) return
      if (event.key.toLowerCase() !== 'h' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isEditing])
}
