import type { RecordingDetails } from '@kaiwa/recording/journal.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { toast } from '../../platform/toasts.ts'
import { CaptureFailure } from '../capture/capture-problem.ts'
import { openSources } from '../capture/open-sources.ts'
import { continueSession, discardStored, finishStored, RecordingUnavailable } from '../session/recording-session.ts'
import { SendingStopped } from '../session/stored-sendings.ts'
import type { UnfinishedRecording } from '../types.ts'
import { refreshStored } from './outcome.ts'
import type { Problem } from './problem-text.ts'
import { recordAddress } from './record-address.ts'
import { lastChoice } from './recording-choice.ts'
import { saveStored } from './save-stored.ts'
import { sendFailureText } from './send-failure.ts'

export type UnfinishedAction = 'continue' | 'finish' | 'save' | 'discard'

/** Actions on a recording that was not sent completely; one runs at a time. `problem`: why it cannot be continued. */
export function useUnfinished({ header: { uuid }, details }: UnfinishedRecording) {
  const { t } = useTranslation('recording')
  const navigate = useNavigate()
  const [running, setRunning] = useState<UnfinishedAction | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  const run = async (action: UnfinishedAction, work: () => Promise<void>): Promise<void> => {
    setRunning(action)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      if (error instanceof CaptureFailure) setProblem(error.problem)
      else if (error instanceof RecordingUnavailable)
        toast.error(t(error.reason === 'owned' ? 'ownedElsewhere' : 'endedElsewhere'))
      else if (!(error instanceof SendingStopped)) toast.error(sendFailureText(error))
    } finally {
      setRunning(null)
      refreshStored()
    }
  }

  return {
    running,
    problem,
    resume: () =>
      run('continue', async () => {
        const sources = await openSources(lastChoice())
        await continueSession(uuid, sources).catch((error: unknown) => {
          sources.close()
          throw error
        })
        void navigate(recordAddress(details.folderId))
      }),
    finish: (chosen: RecordingDetails) =>
      run('finish', async () => {
        await finishStored(uuid, chosen)
        toast.success(t('storedSent', { name: chosen.title }))
      }),
    save: () =>
      run('save', async () => {
        if (!(await saveStored(uuid))) toast.error(t('ownedElsewhere'))
      }),
    discard: () =>
      run('discard', async () => {
        await discardStored(uuid)
        toast.success(t('discarded'))
      }),
  }
}
