import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../platform/dates.ts'
import type { SessionState } from '../types.ts'
import styles from './Recording.module.css'

export function MarkerList({ markers }: Pick<SessionState, 'markers'>) {
  const { t } = useTranslation('recording')
  return (
    <section className={styles.card} aria-label={t('markers')}>
      <Title order={2} className={styles.partTitle ?? ''}>
        {t('markers')}
      </Title>
      {markers.length === 0 ? (
        <p className={styles.hint}>{t('noMarkers')}</p>
      ) : (
        <ol className={styles.list}>
          {markers.map(({ seconds, note }) => (
            <li key={seconds}>
              <span className={styles.spokenAt}>{formatClock(seconds)}</span>
              {note || <span className={styles.quiet}>{t('unnamedMarker')}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

export function InterruptionList({ interruptions }: Pick<SessionState, 'interruptions'>) {
  const { t } = useTranslation('recording')
  if (interruptions.length === 0) return null
  return (
    <section className={styles.card} aria-label={t('interruptions')}>
      <Title order={2} className={styles.partTitle ?? ''}>
        {t('interruptions')}
      </Title>
      <ul className={styles.list}>
        {interruptions.map(({ seconds, missing, reason }) => (
          <li key={seconds}>
            {t(missing < 1 ? 'interruptionShort' : 'interruptionText', {
              at: formatClock(seconds),
              missing: formatClock(missing),
              reason: t(`reasons.${reason}`),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
