import type { BlockRange } from '@kaiwa/transcript'
import { useEffect, useState } from 'react'
import { keyOf } from './selected-text.ts'
import type { SelectedText } from './selected-text.ts'

function isInPopover(): boolean {
  return document.activeElement?.closest('[data-selection-popover]') != null
}

/** Time (ms) within which the editor reports a selection cleared by a click into the text. */
const REPORT_MS = 50

/** Calls `onSelected` on pointer up when the pointer was pressed in the text. */
function useSelectionEnd(onSelected: () => void): void {
  useEffect(() => {
    const abort = new AbortController()
    const options = { signal: abort.signal, passive: true }
    let timer: ReturnType<typeof setTimeout> | undefined
    let isInText = false
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        isInText = target instanceof Element && target.closest('.kaiwa-transcript') !== null
      },
      options,
    )
    document.addEventListener(
      'pointerup',
      () => {
        clearTimeout(timer)
        if (isInText) timer = setTimeout(onSelected, REPORT_MS)
      },
      options,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [onSelected])
}

/**
 * The selection for the popover, based on the editor's reports. It is kept while the popover has the focus (the browser
 * then clears it). A dismissed selection is not offered again until it is selected again.
 */
export function useSelectedText(ranges: readonly BlockRange[] | null) {
  const [selected, setSelected] = useState<SelectedText | null>(null)
  const [dismissed, setDismissed] = useState<readonly BlockRange[] | null>(null)
  const [clearDismissed] = useState(() => () => setDismissed(null))
  useSelectionEnd(clearDismissed)
  useEffect(() => {
    // The focus moves into the popover just after the selection has left the text.
    const timer = setTimeout(() => {
      if (!ranges) {
        if (!isInPopover()) setSelected(null)
        return
      }
      const selection = document.getSelection()
      const key = keyOf(ranges)
      if (!selection || selection.isCollapsed || (dismissed && keyOf(dismissed) === key)) return
      const range = selection.getRangeAt(0).cloneRange()
      setSelected((old) => (old && keyOf(old.ranges) === key ? old : { ranges, range }))
    })
    return () => clearTimeout(timer)
  }, [ranges, dismissed])
  const dismiss = () => {
    setDismissed(selected?.ranges ?? null)
    setSelected(null)
  }
  return { selected, dismiss }
}
