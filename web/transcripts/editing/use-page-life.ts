import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionState } from '../open-file.ts'
import type { EditSession } from '@kaiwa/editor'
import type { EditControl } from './edit-control.ts'
import { hasUnsaved } from './unsaved.ts'

/** Whether leaving the page would lose changes. */
export const useUnsaved = (session: EditSession): boolean => useSessionState(session, hasUnsaved)

/** Handles the lifecycle events of the page: hidden, closed, restored, and back online. */
export function usePageLife(session: EditSession, control: EditControl): void {
  const { t } = useTranslation('transcripts')
  const isUnsaved = useUnsaved(session)
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const check = () => void control.check()
    // On phones, `hidden` may be the last event of a page.
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
      // Most browsers show their own text. Others show the text of the leave dialog (FILE-17).
      event.returnValue = t('leaveText')
    }
    globalThis.addEventListener('beforeunload', ask)
    return () => globalThis.removeEventListener('beforeunload', ask)
  }, [isUnsaved, t])
}
