import { Button, Group, Progress, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fileAddress } from '../../files/file-address.ts'
import { useSizeLimit } from '../session/recording-limits.ts'
import type { RecordingSession, SessionState } from '../types.ts'
import { useMissingEngine } from './EngineNotice.tsx'
import { FinishForm } from './FinishForm.tsx'
import { Notice } from './Notice.tsx'
import { clearOutcome, discardSession, finishSession, type Outcome } from './outcome.ts'
import styles from './Recording.module.css'
import { useRemaining } from './Remaining.tsx'
import { sendFailureText } from './send-failure.ts'
import { isBlocked, SendNotice, SendStatus } from './SendStatus.tsx'

interface Props {
  session: RecordingSession
  state: SessionState
}

/** A recording whose rest is being sent. */
export function Sending({ session, state }: Props) {
  const { t } = useTranslation('recording')
  const { send, size } = state
  const percent = size === 0 ? 0 : Math.min(99, Math.floor((send.sent / size) * 100))
  const title = t(isBlocked(send) ? 'blockedTitle' : 'sendingTitle')
  return (
    <div className={styles.setup}>
      <section className={styles.card} aria-label={title}>
        <Title order={2} className={styles.partTitle ?? ''}>
          {title}
        </Title>
        <Text>{t(isBlocked(send) ? 'blockedText' : 'sendingText')}</Text>
        <Progress value={percent} aria-label={t('progress')} />
        <SendStatus state={state} />
      </section>
      <SendNotice session={session} state={state} />
    </div>
  )
}

/** A recording that has ended and is not sent yet, also after that failed. */
export function Ended({ session, state, error }: Props & { error: unknown }) {
  const { t } = useTranslation('recording')
  const sizeLimit = useSizeLimit(state.size)
  return (
    <div className={styles.setup}>
      {(state.secondsLeft === 0 || sizeLimit === 'reached') && <Notice kind="info" text={t('limitReached')} />}
      {state.problem?.device === 'storage' && <Notice kind="problem" text={t('problems.storage.full')} />}
      {state.phase === 'failed' && <Notice kind="problem" text={t('broken')} />}
      {error !== null && (
        <Notice kind="problem" title={t('failedTitle')} text={`${sendFailureText(error)} ${t('failedKept')}`} />
      )}
      <section className={styles.card} aria-label={t('finish.title')}>
        <Title order={2} className={styles.partTitle ?? ''}>
          {t('finish.title')}
        </Title>
        <FinishForm
          details={state.details}
          seconds={state.seconds}
          onContinue={null}
          onSave={(chosen) => void finishSession(session, chosen)}
          onDiscard={() => void discardSession(session)}
        />
      </section>
    </div>
  )
}

/** A recording that the server has. */
export function Done({ outcome }: { outcome: Outcome & { kind: 'done' } }) {
  const { t } = useTranslation('recording')
  const { fileId, projectId, title, language } = outcome
  const usage = useRemaining()
  const missing = useMissingEngine(language)
  const reason = missing ?? (usage && !usage.flags.analyze ? t('liveOff') : null)
  return (
    <div className={styles.setup}>
      <section className={styles.card} aria-label={t('doneTitle')}>
        <Title order={2} className={styles.partTitle ?? ''}>
          {t('doneTitle')}
        </Title>
        <Text role="status">
          {title}
          <br />
          {reason ?? t('doneText')}
        </Text>
        <Group gap="xs">
          <Button component={Link} to={fileAddress({ project_id: projectId, id: fileId })}>
            {t(reason === null ? 'toFile' : 'toFileWithoutText')}
          </Button>
          <Button variant="default" component={Link} to={`/projects/${projectId}`}>
            {t('toFolder')}
          </Button>
          <Button variant="subtle" onClick={clearOutcome}>
            {t('another')}
          </Button>
        </Group>
      </section>
    </div>
  )
}
