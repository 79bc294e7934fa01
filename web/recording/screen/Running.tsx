import { Button, Group, VisuallyHidden } from '@mantine/core'
import {
  IconPictureInPicture,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../platform/dates.ts'
import { formatSize, toMb } from '../../platform/format-size.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useSizeLimit } from '../session/recording-limits.ts'
import type { RecordingSession, SessionState } from '../types.ts'
import { FinishForm } from './FinishForm.tsx'
import { LevelMeters } from './LevelMeters.tsx'
import { InterruptionList, MarkerList } from './Lists.tsx'
import { LiveText } from './LiveText.tsx'
import { MarkerForm } from './MarkerForm.tsx'
import { Notice } from './Notice.tsx'
import { discardSession, finishSession } from './outcome.ts'
import { Preview } from './Preview.tsx'
import styles from './Recording.module.css'
import { isLowSpace, QuotaNotices, Remaining } from './Remaining.tsx'
import { SendNotice, SendStatus } from './SendStatus.tsx'
import { hasSmallWindow, SmallWindow, useSmallWindow } from './SmallWindow.tsx'
import { SourceProblem } from './SourceProblem.tsx'
import { isSilent, useAnnouncement } from './use-announcement.ts'

interface Props {
  session: RecordingSession
  state: SessionState
}

function Notices({ session, state }: Props) {
  const { t } = useTranslation('recording')
  const { problem, storage, silentSeconds, secondsLeft, send, size } = state
  const { freeBytes, isPersistent } = storage
  const sizeLimit = useSizeLimit(size)
  return (
    <>
      {problem && problem.device !== 'storage' && (
        <SourceProblem key={`${problem.device} ${problem.kind}`} session={session} problem={problem} />
      )}
      {isSilent(state) && (
        <Notice
          kind="warning"
          title={t('silenceTitle', { count: Math.floor(silentSeconds / 10) * 10 })}
          text={t('silenceText')}
        />
      )}
      <SendNotice session={session} state={state} />
      <QuotaNotices hasStorageNotice={send.phase === 'no-storage'} />
      {secondsLeft !== null && <Notice kind="warning" text={t('secondsLeft', { time: formatClock(secondsLeft) })} />}
      {sizeLimit !== null && <Notice kind="warning" text={t('nearlyLargest')} />}
      {isLowSpace(freeBytes) && <Notice kind="warning" text={t('lowSpace')} />}
      {isPersistent === false && <Notice kind="info" text={t('notPersistent')} />}
    </>
  )
}

/** The recording of this page while it is recorded or paused. */
export function Running({ session, state }: Props) {
  const { t } = useTranslation('recording')
  const { phase, seconds, channels, details, size, storage } = state
  const [isFinishing, setIsFinishing] = useState(false)
  const [wasRecording, setWasRecording] = useState(false)
  const smallWindow = useSmallWindow()
  const announcement = useAnnouncement(state, formatClock)
  const isPaused = phase === 'paused'

  // Nothing is recorded while the person fills in the form, and the recording can still go on.
  const handleStop = (): void => {
    setWasRecording(phase === 'recording')
    if (phase === 'recording') session.pause()
    setIsFinishing(true)
  }
  const handleContinue = (): void => {
    setIsFinishing(false)
    if (wasRecording) session.resume()
  }
  return (
    <div className={styles.running}>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <div className={styles.column}>
        <section className={styles.card} aria-label={t(`phase.${phase}`)} data-phase={phase}>
          <div className={styles.head}>
            <span className={styles.phase}>{t(`phase.${phase}`)}</span>
            <span className={styles.clock} role="timer" aria-label={t('time')} aria-live="off">
              {formatClock(seconds)}
            </span>
          </div>
          <LevelMeters channels={channels} readLevels={session.levels} />
          <Group gap="xs">
            <Button
              variant="default"
              size="md"
              leftSection={
                isPaused ? (
                  <IconPlayerPlayFilled size={16} aria-hidden="true" />
                ) : (
                  <IconPlayerPauseFilled size={16} aria-hidden="true" />
                )
              }
              disabled={phase !== 'recording' && !isPaused}
              onClick={isPaused ? session.resume : session.pause}
            >
              {t(isPaused ? 'resume' : 'pause')}
            </Button>
            <Button
              color="red"
              size="md"
              leftSection={<IconPlayerStopFilled size={16} aria-hidden="true" />}
              onClick={handleStop}
            >
              {t('stop')}
            </Button>
            {hasSmallWindow() && (
              <Button
                variant="subtle"
                leftSection={<IconPictureInPicture size={16} aria-hidden="true" />}
                onClick={smallWindow.toggle}
              >
                {t(smallWindow.target ? 'smallWindowOpened' : 'smallWindow')}
              </Button>
            )}
          </Group>
          <MarkerForm session={session} />
        </section>
        <Notices session={session} state={state} />
        <section className={styles.card} aria-label={t('send.label')}>
          <SendStatus state={state} />
          <div className={styles.line}>
            <span className={styles.quiet}>{t('storedLabel')}</span>
            <span>{formatSize(toMb(size))}</span>
          </div>
          <Remaining freeBytes={storage.freeBytes} />
        </section>
      </div>
      <div className={styles.column}>
        {session.preview && state.hasVideo && <Preview stream={session.preview} />}
        <LiveText folderId={details.folderId} uuid={session.uuid} language={details.language} />
        <MarkerList markers={state.markers} />
        <InterruptionList interruptions={state.interruptions} />
      </div>
      {smallWindow.target && (
        <SmallWindow target={smallWindow.target} session={session} state={state} onStop={handleStop} />
      )}
      <Dialog opened={isFinishing} title={t('finish.title')} onClose={handleContinue}>
        <FinishForm
          details={details}
          seconds={seconds}
          onContinue={handleContinue}
          onSave={(chosen) => void finishSession(session, chosen)}
          onDiscard={() => void discardSession(session)}
        />
      </Dialog>
    </div>
  )
}
