import type { RecordingDetails } from '@kaiwa/recording/journal.ts'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatClock, formatDateTime } from '../../platform/dates.ts'
import { formatSize, toMb } from '../../platform/format-size.ts'
import { toast } from '../../platform/toasts.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { CaptureFailure } from '../capture/capture-problem.ts'
import { openSources } from '../capture/open-sources.ts'
import { useIsRecording } from '../session/current-session.ts'
import { continueSession, discardStored, finishStored, RecordingUnavailable } from '../session/recording-session.ts'
import { SendingStopped } from '../session/stored-sendings.ts'
import type { UnfinishedRecording } from '../types.ts'
import { FinishForm } from './FinishForm.tsx'
import { Notice } from './Notice.tsx'
import { refreshStored } from './outcome.ts'
import { sendFailureText } from './send-failure.ts'
import { type Problem, problemText } from './problem-text.ts'
import { recordAddress } from './record-address.ts'
import { lastChoice } from './recording-choice.ts'
import styles from './Recording.module.css'
import { saveStored } from './save-stored.ts'

type Busy = 'continue' | 'finish' | 'save' | 'discard'

/** One recording that was not sent completely, and what can be done with it. */
export function UnfinishedRow({ recording }: { recording: UnfinishedRecording }) {
  const { t } = useTranslation('recording')
  const navigate = useNavigate()
  const isRecording = useIsRecording()
  const { header, details, seconds, size, isOwnedElsewhere, isStopped } = recording
  const { uuid, startedAt } = header
  const name = details.title
  const [busy, setBusy] = useState<Busy | null>(null)
  const [asks, setAsks] = useState<'finish' | 'discard' | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  const run = async (what: Busy, work: () => Promise<void>): Promise<void> => {
    setBusy(what)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      if (error instanceof CaptureFailure) setProblem(error.problem)
      else if (error instanceof RecordingUnavailable)
        toast.error(t(error.reason === 'owned' ? 'ownedElsewhere' : 'endedElsewhere'))
      else if (!(error instanceof SendingStopped)) toast.error(sendFailureText(error))
    } finally {
      setBusy(null)
      refreshStored()
    }
  }
  const resume = (): Promise<void> =>
    run('continue', async () => {
      const sources = await openSources(lastChoice())
      await continueSession(uuid, sources).catch((error: unknown) => {
        sources.close()
        throw error
      })
      void navigate(recordAddress(details.folderId))
    })
  const finish = (chosen: RecordingDetails): Promise<void> => {
    setAsks(null)
    return run('finish', async () => {
      await finishStored(uuid, chosen)
      toast.success(t('storedSent', { name: chosen.title }))
    })
  }
  const save = (): Promise<void> =>
    run('save', async () => {
      if (!(await saveStored(uuid))) toast.error(t('ownedElsewhere'))
    })
  const discard = (): Promise<void> => {
    setAsks(null)
    return run('discard', async () => {
      await discardStored(uuid)
      toast.success(t('discarded'))
    })
  }
  // A page records one thing at a time.
  const canContinue = !isStopped && !isRecording
  return (
    <li className={styles.unfinished}>
      <div className={styles.about}>
        <strong>{name}</strong>
        <span className={styles.quiet}>
          {t('unfinishedFacts', {
            at: formatDateTime(startedAt),
            time: formatClock(seconds),
            size: formatSize(toMb(size)),
          })}
        </span>
      </div>
      {isOwnedElsewhere ? (
        <span className={styles.quiet}>{t('ownedElsewhere')}</span>
      ) : (
        <Group gap="xs">
          {canContinue && (
            <Button
              size="xs"
              variant="default"
              aria-label={t('continueOf', { name })}
              loading={busy === 'continue'}
              disabled={busy !== null}
              onClick={() => void resume()}
            >
              {t('continue')}
            </Button>
          )}
          <Button
            size="xs"
            aria-label={t('finishOf', { name })}
            loading={busy === 'finish'}
            disabled={busy !== null}
            onClick={() => setAsks('finish')}
          >
            {t('finishStored')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t('saveOf', { name })}
            loading={busy === 'save'}
            disabled={busy !== null}
            onClick={() => void save()}
          >
            {t('saveFile')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={t('discardOf', { name })}
            loading={busy === 'discard'}
            disabled={busy !== null}
            onClick={() => setAsks('discard')}
          >
            {t('discard')}
          </Button>
        </Group>
      )}
      {problem && <Notice kind="problem" text={t(problemText(problem))} />}
      <Dialog opened={asks === 'finish'} title={t('finish.title')} onClose={() => setAsks(null)}>
        <FinishForm
          details={details}
          seconds={seconds}
          onContinue={null}
          onSave={(chosen) => void finish(chosen)}
          onDiscard={() => void discard()}
        />
      </Dialog>
      <ConfirmDialog
        opened={asks === 'discard'}
        title={t('discardTitle')}
        text={t('discardText', { name, time: formatClock(seconds) })}
        confirmLabel={t('discard')}
        danger
        onConfirm={() => void discard()}
        onClose={() => setAsks(null)}
      />
    </li>
  )
}
