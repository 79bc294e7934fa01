import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionState } from '../open-file.ts'
import type { EditSession, EditSessionState } from '@kaiwa/editor'
import type { EditControl } from './edit-control.ts'

/** What is being composed would be lost like what is written. */
export const hasUnsaved = ({ isEditing, isDirty, isComposing }: EditSessionState): boolean =>
  isEditing && (isDirty || isComposing)

/** Whether something would be lost by leaving now. */
export const useUnsaved = (session: EditSession): boolean => useSessionState(session, hasUnsaved)

/** What the window tells of the page's life: it closes, it comes back, the network is there again. */
export function usePageLife(session: EditSession, control: EditControl): void {
  const { t } = useTranslation('transcripts')
  const isUnsaved = useUnsaved(session)
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const check = () => void control.check()
    // A phone may never say more than that the page is hidden.
    const look = () => {
      if (document.visibilityState === 'hidden') control.keepDraft()
      else if (control.getState().mode === 'editing') check()
    }
    globalThis.addEventListener('pagehide', () => control.leave(), { signal })
    globalThis.addEventListener('pageshow', ({ persisted }) => persisted && check(), { signal })
    globalThis.addEventListener('online', check, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    return () => abort.abort()
  }, [control])
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      // Browsers show words of their own; those that show ours show the same as the page's question (FILE-17).
      event.returnValue = t('leaveText')
    }
    globalThis.addEventListener('beforeunload', ask)
    return () => globalThis.removeEventListener('beforeunload', ask)
  }, [isUnsaved, t])
}
