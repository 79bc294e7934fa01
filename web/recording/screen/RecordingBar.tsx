import { Anchor, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatClock } from '../../platform/dates.ts'
import { useSession } from '../../platform/session.ts'
import { currentSession, useCurrentSession } from '../session/current-session.ts'
import { useOutcome } from './outcome.ts'
import type { SessionState } from '../types.ts'
import { recordAddress } from './record-address.ts'
import styles from './RecordingBar.module.css'

const TEXT = {
  recording: 'bar',
  paused: 'barPaused',
  interrupted: 'barInterrupted',
  // The recording has ended by itself, or could not be sent.
  stopped: 'barEnded',
  failed: 'barEnded',
} as const

/** The session has expired: the recording continues, and the page with its screen is not shown. */
function WithoutSession({ phase, seconds }: Pick<SessionState, 'phase' | 'seconds'>) {
  const { t } = useTranslation('recording')
  const isStopped = phase === 'stopped' || phase === 'failed'
  return (
    <aside className={styles.bar} data-phase={phase} data-signed-out aria-label={t('pageTitle')}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.message}>
        {t(isStopped ? 'barSignedOutStopped' : phase === 'recording' ? 'barSignedOut' : 'barSignedOutPaused')}
      </span>
      <span className={styles.time}>{formatClock(seconds)}</span>
      <span className={styles.actions}>
        {!isStopped && (
          <Button size="compact-sm" color="red" onClick={() => void currentSession()?.stop()}>
            {t('stop')}
          </Button>
        )}
        <Anchor component={Link} to="/login" target="_blank" className={styles.link ?? ''}>
          {t('signInElsewhere')}
        </Anchor>
      </span>
    </aside>
  )
}

/** Says on every other page that this one records, with a link back. */
export function RecordingBar() {
  const { t } = useTranslation('recording')
  const state = useCurrentSession()
  const outcome = useOutcome()
  const isSignedOut = useSession().data === null
  if (!state || state.phase === 'finished') return null
  const { details, phase, seconds } = state
  if (isSignedOut) return <WithoutSession phase={phase} seconds={seconds} />
  const text = outcome?.kind === 'sending' ? 'barStopped' : TEXT[phase]
  return (
    <aside className={styles.bar} data-phase={phase} aria-label={t('pageTitle')}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.text} {...(text === 'barEnded' ? { role: 'alert' } : {})}>
        {t(text, { name: details.title })}
      </span>
      <span className={styles.time}>{formatClock(seconds)}</span>
      <Anchor component={Link} to={recordAddress(details.folderId)} className={styles.link ?? ''}>
        {t('toRecording')}
      </Anchor>
    </aside>
  )
}
