import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatClock } from '../../platform/dates.ts'
import type { SessionState } from '../types.ts'
import { currentLanguage } from '../../platform/i18n.ts'
import styles from './Recording.module.css'

export function MarkerList({ markers }: Pick<SessionState, 'markers'>) {
  const { t } = useTranslation('recording')
  const list = useRef<HTMLOListElement>(null)
  const { length } = markers
  // Shows the newest one.
  useEffect(() => {
    if (length > 0) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [length])
  return (
    <section className={styles.card} aria-label={t('markers')}>
      <Title order={2} className={styles.partTitle ?? ''}>
        {t('markers')}
      </Title>
      {markers.length === 0 ? (
        <p className={styles.hint}>{t('noMarkers')}</p>
      ) : (
        // Focusable, so that it can be scrolled with keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ol ref={list} className={styles.markers} tabIndex={0} aria-label={t('markers')}>
          {markers.map(({ seconds, note }) => (
            <li key={seconds} className={styles.marker}>
              <span className={styles.spokenAt}>{formatClock(seconds)}</span>
              {note ? <span>{note}</span> : <span className={styles.quiet}>{t('unnamedMarker')}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Whole hours, minutes and seconds in words, without those that are zero. */
function formatLength(seconds: number, language: string): string {
  const whole = Math.round(seconds)
  const parts = [
    [Math.floor(whole / 3600), 'hour'],
    [Math.floor(whole / 60) % 60, 'minute'],
    [whole % 60, 'second'],
  ] as const
  const texts = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
  // Japanese has no spaces: 1分5秒.
  return language === 'ja' ? texts.join('').replaceAll(' ', '') : texts.join(' ')
}

export function InterruptionList({ interruptions }: Pick<SessionState, 'interruptions'>) {
  const { t } = useTranslation('recording')
  const language = currentLanguage()
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
              missing: formatLength(missing, language),
              reason: t(`reasons.${reason}`),
            })}
          </li>
        ))}
      </ul>
    </section>
  )
}
