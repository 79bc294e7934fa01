import { useEffect } from 'react'
import { loadTexts } from '../../platform/i18n.ts'

/** Fetches, when editing begins, what it may need while there is no network: the questions at its end. */
export function useEditParts(isEditing: boolean): void {
  useEffect(() => {
    if (!isEditing) return
    const parts = [
      import('./FinishDialog.tsx'),
      import('../../ui/ConfirmDialog.tsx'),
      import('../find/FindPanel.tsx'),
      loadTexts(['editing']),
    ]
    // Whatever does not come now is asked for again when it is to be shown.
    Promise.all(parts).catch(() => undefined)
  }, [isEditing])
}
