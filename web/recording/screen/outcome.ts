// The end of the recording of this page: it is sent while the person opens other pages, so its state is not that of a
// component.
import { useSyncExternalStore } from 'react'
import i18next from 'i18next'
import { errorText } from '../../platform/error-text.ts'
import { makeListeners } from '../../platform/listeners.ts'
import { pageAddress } from '../../platform/page-address.ts'
import { queryClient } from '../../platform/query-client.ts'
import { toast } from '../../platform/toasts.ts'
import { refreshFiles } from '../../tree/queries.ts'
import { rememberFolder } from '../../uploads/last-folders.ts'
import type { RecordingDetails } from '@kaiwa/recording/journal.ts'
import { RECORDING_SCREEN } from './record-address.ts'
import type { RecordingSession } from '../types.ts'

export type Outcome =
  | { kind: 'sending' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'done'; fileId: number; projectId: number; title: string; language: string }

let outcome: Outcome | null = null
const { subscribe, notify } = makeListeners()

function setOutcome(next: Outcome | null): void {
  outcome = next
  notify()
}

/** Null while it is recorded, and when its end was seen. */
export function useOutcome(): Outcome | null {
  return useSyncExternalStore(subscribe, () => outcome)
}

export function clearOutcome(): void {
  if (outcome?.kind !== 'sending') setOutcome(null)
}

export function refreshStored(): void {
  const queryKey = ['unfinished-recordings']
  // The first reading of the list may be under way, and would be shown as it was.
  void queryClient.cancelQueries({ queryKey }).then(() => queryClient.invalidateQueries({ queryKey }))
  void queryClient.invalidateQueries({ queryKey: ['recording-space'] })
}

/** Ends a recording with what was chosen for it, and sends the rest. */
export async function finishSession(session: RecordingSession, details: RecordingDetails): Promise<void> {
  setOutcome({ kind: 'sending' })
  try {
    await session.stop()
    const { fileId, projectId } = await session.finish(details)
    rememberFolder(projectId)
    setOutcome({ kind: 'done', fileId, projectId, title: details.title, language: details.language })
    // The recording screen shows it itself.
    if (!RECORDING_SCREEN.test(pageAddress().pathname))
      toast.success(i18next.t('recording:storedSent', { name: details.title }))
    void refreshFiles(queryClient)
  } catch (error) {
    setOutcome({ kind: 'failed', error })
  }
  refreshStored()
}

/** A server that cannot be reached keeps the recording: its upload could not be cancelled. */
export async function discardSession(session: RecordingSession): Promise<void> {
  try {
    await session.discard()
    setOutcome(null)
  } catch (error) {
    toast.error(errorText(error))
  }
  refreshStored()
  void refreshFiles(queryClient)
}
