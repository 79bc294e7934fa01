import type { RecordingDetails } from '@kaiwa/recording/journal.ts'
import { Button, type ButtonProps, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock, formatDateTime } from '../../platform/dates.ts'
import { formatSize, toMb } from '../../platform/format-size.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useIsRecording } from '../session/current-session.ts'
import type { UnfinishedRecording } from '../types.ts'
import { FinishForm } from './FinishForm.tsx'
import { Notice } from './Notice.tsx'
import { problemText } from './problem-text.ts'
import styles from './Recording.module.css'
import { type UnfinishedAction, useUnfinished } from './use-unfinished.ts'

interface ActionButtonProps extends ButtonProps {
  action: UnfinishedAction
  running: UnfinishedAction | null
  'aria-label': string
  onClick: () => void
}

/** Disabled while an action of the row runs. */
function ActionButton({ action, running, ...button }: ActionButtonProps) {
  return <Button size="xs" loading={running === action} disabled={running !== null} {...button} />
}

/** One recording that was not sent completely, and what can be done with it. */
export function UnfinishedRow({ recording }: { recording: UnfinishedRecording }) {
  const { t } = useTranslation('recording')
  const isRecording = useIsRecording()
  const { header, details, seconds, size, isOwnedElsewhere, isStopped } = recording
  const name = details.title
  const { running, problem, ...actions } = useUnfinished(recording)
  const [asks, setAsks] = useState<'finish' | 'discard' | null>(null)

  const finish = (chosen: RecordingDetails): void => {
    setAsks(null)
    void actions.finish(chosen)
  }
  const discard = (): void => {
    setAsks(null)
    void actions.discard()
  }
  // A page records one thing at a time.
  const canContinue = !isStopped && !isRecording
  return (
    <li className={styles.unfinished}>
      <div className={styles.about}>
        <strong>{name}</strong>
        <span className={styles.quiet}>
          {t('unfinishedFacts', {
            at: formatDateTime(header.startedAt),
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
            <ActionButton
              action="continue"
              running={running}
              variant="default"
              aria-label={t('continueOf', { name })}
              onClick={() => void actions.resume()}
            >
              {t('continue')}
            </ActionButton>
          )}
          <ActionButton
            action="finish"
            running={running}
            aria-label={t('finishOf', { name })}
            onClick={() => setAsks('finish')}
          >
            {t('finishStored')}
          </ActionButton>
          <ActionButton
            action="save"
            running={running}
            variant="default"
            aria-label={t('saveOf', { name })}
            onClick={() => void actions.save()}
          >
            {t('saveFile')}
          </ActionButton>
          <ActionButton
            action="discard"
            running={running}
            variant="subtle"
            color="red"
            aria-label={t('discardOf', { name })}
            onClick={() => setAsks('discard')}
          >
            {t('discard')}
          </ActionButton>
        </Group>
      )}
      {problem && <Notice kind="problem" text={t(problemText(problem))} />}
      <Dialog opened={asks === 'finish'} title={t('finish.title')} onClose={() => setAsks(null)}>
        <FinishForm details={details} seconds={seconds} onContinue={null} onSave={finish} onDiscard={discard} />
      </Dialog>
      <ConfirmDialog
        opened={asks === 'discard'}
        title={t('discardTitle')}
        text={t('discardText', { name, time: formatClock(seconds) })}
        confirmLabel={t('discard')}
        danger
        onConfirm={discard}
        onClose={() => setAsks(null)}
      />
    </li>
  )
}
