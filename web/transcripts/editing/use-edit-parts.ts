import { useEffect } from 'react'
import { loadTexts } from '../../platform/i18n.ts'

/** When edit mode starts, loads the dialogs that it may need while offline. */
export function useEditParts(isEditing: boolean): void {
  useEffect(() => {
    if (!isEditing) return
    const parts = [
      import('./FinishDialog.tsx'),
      import('../../ui/ConfirmDialog.tsx'),
      import('../find/FindPanel.tsx'),
      loadTexts(['editing']),
    ]
    // A part that fails to load is requested again when it is shown.
    Promise.all(parts).catch(() => undefined)
  }, [isEditing])
}
