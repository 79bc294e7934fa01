import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatClock } from '../../platform/dates.ts'
import { useCurrentSession } from '../session/current-session.ts'
import { useOutcome } from './outcome.ts'
import { recordAddress } from './record-address.ts'
import styles from './RecordingBar.module.css'

const TEXT = { recording: 'bar', paused: 'barPaused', interrupted: 'barInterrupted', stopped: 'barStopped' } as const

/** Says on every other page that this one records, with a link back. */
export function RecordingBar() {
  const { t } = useTranslation('recording')
  const state = useCurrentSession()
  const outcome = useOutcome()
  if (!state || state.phase === 'finished' || state.phase === 'failed') return null
  const { details, phase, seconds } = state
  const text = TEXT[outcome?.kind === 'sending' ? 'stopped' : phase]
  return (
    <aside className={styles.bar} data-phase={phase} aria-label={t('pageTitle')}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.text}>{t(text, { name: details.title })}</span>
      <span className={styles.time}>{formatClock(seconds)}</span>
      <Anchor component={Link} to={recordAddress(details.folderId)} className={styles.link ?? ''}>
        {t('toRecording')}
      </Anchor>
    </aside>
  )
}
