import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSessionState } from '../open-file.ts'
import type { EditSession } from '@kaiwa/editor'
import type { EditControl } from './edit-control.ts'
import { hasUnsaved } from './edit-state.ts'

/** Whether leaving the page would lose changes. */
export function useUnsaved(session: EditSession): boolean {
  return useSessionState(session, hasUnsaved)
}

/** Handles the lifecycle events of the page: hidden, closed, restored, and back online. */
export function usePageLifecycle(session: EditSession, control: EditControl): void {
  const { t } = useTranslation('transcripts')
  const isUnsaved = useUnsaved(session)
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const resync = () => void control.resync()
    // On phones, `hidden` may be the last event of a page.
    const handleVisibility = () => {
      if (document.visibilityState === 'hidden') control.writeDraft()
      else if (control.getState().mode === 'editing') resync()
    }
    globalThis.addEventListener('pagehide', () => control.leave(), { signal })
    globalThis.addEventListener('pageshow', ({ persisted }) => persisted && resync(), { signal })
    globalThis.addEventListener('online', resync, { signal })
    document.addEventListener('visibilitychange', handleVisibility, { signal })
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
