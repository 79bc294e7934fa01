import { useEffect, useEffectEvent, useState } from 'react'

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false
}

/**
 * Takes files that are dropped on an element, and says whether some are dragged over it. While closed, a drop does nothing:
 * the browser would leave the page to show the file.
 */
export function useFileDrop(
  element: HTMLElement | null,
  isOpen: boolean,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [isOver, setIsOver] = useState(false)
  const handleDrop = useEffectEvent((event: DragEvent): void => {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (isOpen && files.length > 0) onFiles(files)
  })
  useEffect(() => {
    if (!element) return undefined
    // Each element inside fires its own events.
    let depth = 0
    const count = (by: 1 | -1): void => {
      depth = Math.max(0, depth + by)
      setIsOver(depth > 0)
    }
    const listeners = {
      dragenter: () => count(1),
      dragleave: () => count(-1),
      dragover: (event: DragEvent) => event.preventDefault(),
      drop: (event: DragEvent) => {
        event.preventDefault()
        depth = 0
        setIsOver(false)
        handleDrop(event)
      },
    }
    const stop = new AbortController()
    for (const [type, listen] of Object.entries(listeners))
      element.addEventListener(
        type,
        (event) => {
          if (hasFiles(event as DragEvent)) listen(event as DragEvent)
        },
        { signal: stop.signal },
      )
    return () => stop.abort()
  }, [element])
  return isOver && isOpen
}
